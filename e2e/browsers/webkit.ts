import { spawn } from 'node:child_process'
import { freePort } from '@latchkey/testkit/src/freePort.js'
import { actionsOf } from './actions.ts'
import { type Engine, type FramePath, keys, type StartEngine, type StorageChoice, type Tab } from './driver.ts'
import { endProcess } from './endProcess.ts'
import { processMemory } from './processMemory.ts'

/* WebKitGTK by W3C WebDriver: https://www.w3.org/TR/webdriver2/. Its small browser has windows: they are drawn on a display that nobody sees. */

export type WebKitPrograms = { readonly driver: string; readonly browser: string }

const argumentsOf: Readonly<Record<StorageChoice, readonly string[]>> = {
  default: [],
  denied: ['--cookies-policy=never', '--enable-html5-local-storage=false', '--enable-html5-database=false'],
  private: ['--private'],
}

type Session = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>

async function ask<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, { method, ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}) })
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

type Answer = { readonly json?: string; readonly error?: string; readonly problems: readonly string[] }

/**
 * Runs a function in a document. Consoles are not told to WebDriver, so each document is listened to from the first time that anything runs in it;
 * what came before that is lost. Serialised.
 */
function runAndListen(work: () => unknown, done: (answer: Answer) => void): void {
  const own = window as unknown as { seenProblems?: string[] }
  if (!own.seenProblems) {
    const seen: string[] = []
    own.seenProblems = seen
    // The one about resizing is told to listeners and to no console: https://drafts.csswg.org/resize-observer/#deliver-resize-loop-error-notification
    addEventListener('error', ({ message }) => message.startsWith('ResizeObserver loop') || seen.push(`uncaught: ${message}`))
    addEventListener('unhandledrejection', ({ reason }) => seen.push(`uncaught: ${reason}`))
    for (const level of ['error', 'warn'] as const) {
      const write = console[level].bind(console)
      console[level] = (...parts: unknown[]) => {
        seen.push(`${level}: ${parts.join(' ')}`)
        write(...parts)
      }
    }
  }
  const take = () => own.seenProblems?.splice(0) ?? []
  Promise.resolve()
    .then(work)
    .then(
      (value) => done({ json: JSON.stringify(value), problems: take() }),
      (error) => done({ error: String(error), problems: take() }),
    )
}

/** What WebDriver's commands go to now: one document of one window, whoever wants another has to go there. */
type Turn = {
  handle: string | null
  frames: FramePath
  /** Each command waits for the one before. */
  take<Value>(work: () => Promise<Value>): Promise<Value>
}

function tabOf(session: Session, handle: string, turn: Turn, problems: string[]): Tab {
  const inTurn = turn.take
  const select = async () => {
    await session('POST', '/window', { handle })
    Object.assign(turn, { handle, frames: [] })
  }
  /** Each change of the frame moves the focus. */
  async function enter(frames: FramePath) {
    if (turn.handle !== handle) await select()
    if (frames.join() === turn.frames.join()) return
    turn.handle = null
    await session('POST', '/frame', { id: null })
    for (const value of frames) await session('POST', '/frame', { id: await session('POST', '/element', { using: 'css selector', value }) })
    Object.assign(turn, { handle, frames })
  }
  const onPage = <Value>(work: () => Promise<Value>) =>
    inTurn(async () => {
      await enter([])
      return work()
    })
  return {
    open: (url) => onPage(() => session('POST', '/url', { url })),
    reload: () => onPage(() => session('POST', '/refresh')),
    url: () => onPage(() => session('GET', '/url')),
    evaluate: (frames, work, argument) =>
      inTurn(async () => {
        await enter(frames)
        const script = `(${runAndListen})(() => (${work})(${JSON.stringify(argument) ?? 'undefined'}), arguments[arguments.length - 1])`
        // A document that was replaced is left first: the frame has to be found again.
        const {
          json,
          error,
          problems: found,
        } = await session<Answer>('POST', '/execute/async', { script, args: [] }).catch((failure) => {
          turn.handle = null
          throw failure
        })
        problems.push(...found)
        if (error !== undefined) throw new Error(error)
        return json === undefined ? undefined : JSON.parse(json)
      }),
    pointer: (steps) => onPage(() => session('POST', '/actions', { actions: actionsOf(steps) })),
    // Keys reach the frame that was entered last, and its focus stays where it was.
    type: (frames, text) =>
      inTurn(async () => {
        await enter(frames)
        const values = typeof text === 'string' ? [...text] : text.map((key) => keys[key])
        const actions = values.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ])
        await session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
      }),
    screenshot: () => onPage(async () => Buffer.from(await session<string>('GET', '/screenshot'), 'base64')),
    resize: (width, height) => onPage(() => session('POST', '/window/rect', { width, height })),
    toFront: () => inTurn(select),
    isClosed: () => inTurn(async () => !(await session<readonly string[]>('GET', '/window/handles')).includes(handle)),
    close: () =>
      inTurn(async () => {
        await select()
        await session('DELETE', '/window')
        turn.handle = null
      }),
  }
}

/** Starts WebKitGTK's small browser, on a display that nobody sees. */
export const startWebKit =
  (programs: WebKitPrograms): StartEngine =>
  async ({ storage, userAgent }) => {
    const problems: string[] = []
    const port = await freePort()
    const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 1400x1000x24', programs.driver, `--port=${port}`], {
      // Containers and root have no user namespaces.
      env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', NO_AT_BRIDGE: '1' },
      stdio: 'ignore',
      detached: true,
    })
    const base = `http://127.0.0.1:${port}`
    for (;;)
      try {
        await ask('GET', `${base}/status`)
        break
      } catch (error) {
        if (child.exitCode !== null) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    const args = ['--automation', ...argumentsOf[storage], ...(userAgent ? [`--user-agent=${userAgent}`] : [])]
    const { sessionId, capabilities } = await ask<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      `${base}/session`,
      {
        capabilities: {
          alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: programs.browser, args } },
        },
      },
    )
    const session: Session = (method, path, body) => ask(method, `${base}/session/${sessionId}${path}`, body)
    let last: Promise<unknown> = Promise.resolve()
    const turn: Turn = {
      handle: null,
      frames: [],
      take(work) {
        const result = last.then(work)
        last = result.catch(() => undefined)
        return result
      },
    }
    const inTurn = turn.take
    const known = new Map<string, Tab>()
    const tabFor = (handle: string) => {
      const tab = known.get(handle) ?? tabOf(session, handle, turn, problems)
      known.set(handle, tab)
      return tab
    }
    const engine: Engine = {
      name: 'webkit',
      version: capabilities.browserVersion,
      problems: () => problems,
      rest: 1_500,
      memory: () => processMemory(child.pid),
      async tabs() {
        const handles = await inTurn(() => session<readonly string[]>('GET', '/window/handles'))
        // They come in no order: those that are known are older.
        return [...[...known.keys()].filter((handle) => handles.includes(handle)), ...handles.filter((handle) => !known.has(handle))].map(
          tabFor,
        )
      },
      async newTab() {
        const opened = await inTurn(async () => {
          // A window is opened from another one, and the one that was looked at last may be closed.
          const [handle] = await session<readonly string[]>('GET', '/window/handles')
          await session('POST', '/window', { handle })
          turn.handle = null
          return session<{ handle: string }>('POST', '/window/new', { type: 'window' })
        })
        return tabFor(opened.handle)
      },
      async close() {
        await session('DELETE', '').catch(() => undefined)
        await endProcess(child, true)
      },
    }
    return engine
  }
