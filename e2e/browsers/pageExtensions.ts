import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExtensionHost } from '@latchkey/testkit/src/extensions/extensionHost.ts'
import type { InPages } from '../support/hosts.ts'

/* The extensions of `testkit/`, in browsers that take none from a test: the host page's own server puts their scripts first, and carries their calls. */

const paths = { script: '/extensions.js', call: '/extensions/call', events: '/extensions/events' } as const

/** In the page: calls go out, and what the extension runs here comes in. Serialised. */
function connectPage({ names, call, events }: { names: readonly string[]; call: string; events: string }): void {
  const tab = crypto.randomUUID()
  /** A page that is left cuts its calls off: nobody hears of it there. */
  const never = () => new Promise<never>(() => undefined)
  const post = async (body: object) => await (await fetch(call, { method: 'POST', body: JSON.stringify(body) }).catch(never)).json()
  for (const name of names)
    Object.assign(window, {
      async [name](...values: unknown[]) {
        const { value, error } = await post({ name, values, url: location.href })
        if (error !== undefined) throw new Error(error)
        return value
      },
    })
  const source = new EventSource(`${events}?${new URLSearchParams({ tab, url: location.href })}`)
  source.onmessage = async ({ data }) => {
    const { id, code } = JSON.parse(data)
    const value = await new Function(`return ${code}`)()
    await post({ answers: id, value })
  }
  addEventListener('pagehide', () => source.close())
}

type Call = { readonly name: string; readonly values: readonly never[]; readonly url: string }
type Answer = { readonly answers: string; readonly value: unknown }

const read = async (request: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Call | Answer
}

export type PageExtensions = ExtensionHost & InPages & { clear(): void }

export function pageExtensions(): PageExtensions {
  const scripts: string[] = []
  const bindings = new Map<string, Parameters<ExtensionHost['exposeBinding']>[1]>()
  const open = new Map<string, { readonly url: string; readonly response: ServerResponse }>()
  const waiting = new Map<string, (value: unknown) => void>()

  async function take(body: Call | Answer): Promise<object> {
    if ('answers' in body) {
      waiting.get(body.answers)?.(body.value)
      waiting.delete(body.answers)
      return {}
    }
    try {
      const value = await bindings.get(body.name)?.({ frame: { url: () => body.url } }, ...body.values)
      return { value }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    async exposeBinding(name, answer) {
      bindings.set(name, answer)
    },
    async addInitScript(script, argument) {
      scripts.push(`(${script})(${JSON.stringify(argument)});`)
    },
    pages: () =>
      [...open.values()].map(({ url, response }) => ({
        url: () => url,
        evaluate: (work, argument) =>
          new Promise((resolve) => {
            const id = crypto.randomUUID()
            waiting.set(id, resolve)
            response.write(`data: ${JSON.stringify({ id, code: `(${work})(${JSON.stringify(argument)})` })}\n\n`)
          }),
      })),
    head: () => (scripts.length ? `<script src="${paths.script}"></script>` : ''),
    async answer(request, response, { pathname, searchParams }) {
      if (pathname === paths.script) {
        const start = `(${connectPage})(${JSON.stringify({ names: [...bindings.keys()], ...paths })});`
        response
          .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
          .end(start + scripts.join('\n'))
      } else if (pathname === paths.call)
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await take(await read(request))))
      else if (pathname === paths.events) {
        const tab = searchParams.get('tab') ?? ''
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(':\n\n')
        open.set(tab, { url: searchParams.get('url') ?? '', response })
        response.on('close', () => open.delete(tab))
      } else return false
      return true
    },
    clear() {
      scripts.length = 0
      bindings.clear()
    },
  }
}
