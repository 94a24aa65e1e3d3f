import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { actionsOf } from './actions.ts'
import { type Engine, type FramePath, keys, type StartEngine, type StartOptions, type StorageChoice, type Tab } from './driver.ts'
import { endProcess } from './endProcess.ts'
import { processMemory } from './processMemory.ts'

/* Firefox by WebDriver BiDi, which it speaks itself: https://www.w3.org/TR/webdriver-bidi/ */

/** Without these, Firefox talks to servers of its own. */
const quiet = {
  // Presses pass through the browser's own process, as a hand's do, and so reach frames of other sites.
  'remote.events.async.mouse.enabled': true,
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  // The list of what was typed into such a field before lies over what is below it, and takes the press.
  'browser.formfill.enable': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
}
/** 5 is the default since Firefox 103: a partition for each top-level site. 1 refuses frames of other sites. */
const preferencesOf: Readonly<Record<StorageChoice, Readonly<Record<string, unknown>>>> = {
  default: { 'network.cookie.cookieBehavior': 5 },
  denied: { 'network.cookie.cookieBehavior': 1 },
  private: { 'browser.privatebrowsing.autostart': true },
}

/** Of the screen that Firefox believes to have without windows, CSS pixels: a press below it reaches no document, however high the viewport is. */
const screen = { MOZ_HEADLESS_WIDTH: '1600', MOZ_HEADLESS_HEIGHT: '1200' }

type Reply = { readonly id?: number; readonly type: string; readonly method?: string; readonly result?: unknown; readonly message?: string }
type Context = { readonly context: string; readonly url: string; readonly parent?: string | null }
type LogEntry = {
  readonly type: string
  readonly level: string
  readonly text: string | null
  readonly source: { readonly realm: string }
  readonly stackTrace?: { readonly callFrames: readonly { readonly url: string; readonly lineNumber: number }[] }
}
type Evaluated = {
  readonly type: string
  readonly result: { readonly value?: unknown }
  readonly exceptionDetails?: { readonly text: string }
}

async function launch(profile: string, path: string, { storage, userAgent }: StartOptions): Promise<{ child: ChildProcess; url: string }> {
  const preferences = { ...quiet, ...preferencesOf[storage], ...(userAgent ? { 'general.useragent.override': userAgent } : {}) }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...screen },
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}.`)))
  })
  return { child, url }
}

/** One connection: commands with their answers, and events. */
async function connect(url: string, onEvent: (method: string, parameters: unknown) => void) {
  const socket = new WebSocket(`${url}/session`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  let last = 0
  socket.on('message', (data) => {
    const { id, type, method, result, message, ...rest } = JSON.parse(String(data)) as Reply
    if (type === 'event') return onEvent(method ?? '', (rest as { params?: unknown }).params)
    const asked = waiting.get(id ?? -1)
    waiting.delete(id ?? -1)
    if (type === 'success') asked?.resolve(result as never)
    else asked?.reject(new Error(message))
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox went away.'))
    waiting.clear()
  })
  const send = <Result>(method: string, params: object = {}): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  return { send, close: () => socket.close() }
}
type Connection = Awaited<ReturnType<typeof connect>>

/** @param left realms of documents that were left: what they were fetching fails then, and they may say so */
function tabOf({ send }: Connection, context: string, left: Set<string>): Tab {
  async function leave() {
    const { realms } = await send<{ realms: readonly { readonly realm: string }[] }>('script.getRealms', { context })
    for (const { realm } of realms) left.add(realm)
  }
  const call = async (target: string, functionDeclaration: string, deserialize = false) => {
    const evaluated = await send<Evaluated>('script.callFunction', {
      functionDeclaration,
      target: { context: target },
      awaitPromise: true,
      resultOwnership: 'none',
      userActivation: false,
    })
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails?.text ?? 'It threw.')
    const { value } = evaluated.result
    return deserialize ? (value as { context: string }).context : value
  }
  async function documentOf(frames: FramePath): Promise<string> {
    let target = context
    for (const selector of frames)
      target = String(await call(target, `() => document.querySelector(${JSON.stringify(selector)}).contentWindow`, true))
    return target
  }
  const perform = (target: string, actions: readonly object[]) => send('input.performActions', { context: target, actions })
  return {
    async open(url) {
      await leave()
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async reload() {
      await leave()
      await send('browsingContext.reload', { context, wait: 'complete' })
    },
    async url() {
      const { contexts } = await send<{ contexts: readonly Context[] }>('browsingContext.getTree', { root: context, maxDepth: 0 })
      return contexts[0]?.url ?? ''
    },
    async evaluate(frames, work, argument) {
      const target = await documentOf(frames)
      const json = await call(target, `async () => JSON.stringify(await (${work})(${JSON.stringify(argument) ?? 'undefined'}))`)
      return typeof json === 'string' ? JSON.parse(json) : undefined
    },
    async pointer(steps) {
      await perform(context, actionsOf(steps))
    },
    async type(frames, text) {
      const values = typeof text === 'string' ? [...text] : text.map((key) => keys[key])
      const actions = values.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await perform(await documentOf(frames), [{ type: 'key', id: 'keyboard', actions }])
    },
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    resize: async (width, height) => void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    toFront: async () => void (await send('browsingContext.activate', { context })),
    async isClosed() {
      const { contexts } = await send<{ contexts: readonly Context[] }>('browsingContext.getTree', { maxDepth: 0 })
      return !contexts.some((each) => each.context === context)
    },
    close: async () => void (await send('browsingContext.close', { context })),
  }
}

/** Starts Firefox, without windows, in a profile of its own. @param path of the program */
export const startFirefox =
  (path: string): StartEngine =>
  async (options) => {
    const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'latchkey-firefox-')))
    const { child, url } = await launch(profile, path, options)
    const problems: string[] = []
    const left = new Set<string>()
    const connection = await connect(url, (method, parameters) => {
      if (method !== 'log.entryAdded') return
      const { level, text, type, source, stackTrace } = parameters as LogEntry
      if (!/error|warn/.test(level) || left.has(source.realm)) return
      const at = stackTrace?.callFrames.map(({ url, lineNumber }) => ` at ${url}:${lineNumber}`).join('') ?? ''
      problems.push(`${type === 'javascript' ? 'uncaught' : level}: ${text}${at}`)
    })
    const { send } = connection
    const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    const known = new Map<string, Tab>()
    const tabs = async () => {
      const { contexts } = await send<{ contexts: readonly Context[] }>('browsingContext.getTree', { maxDepth: 0 })
      return contexts.map(({ context }) => {
        const tab = known.get(context) ?? tabOf(connection, context, left)
        known.set(context, tab)
        return tab
      })
    }
    const engine: Engine = {
      name: 'firefox',
      version: capabilities.browserVersion,
      problems: () => problems,
      rest: 0,
      memory: () => processMemory(child.pid),
      tabs,
      async newTab() {
        const before = new Set(await tabs())
        await send('browsingContext.create', { type: 'tab' })
        const opened = (await tabs()).find((tab) => !before.has(tab))
        if (!opened) throw new Error('No tab was opened.')
        return opened
      },
      async close() {
        connection.close()
        await endProcess(child)
        if (!options.profile) await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      },
    }
    return engine
  }
