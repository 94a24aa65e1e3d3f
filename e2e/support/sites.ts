import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadExample, signInExample } from '@latchkey/testkit/src/server/signInDocs.ts'
import type { Server } from './server.ts'

type Answer = { readonly status: number; readonly contentType: string; readonly body: string }
type Handler = (request: Request) => Response | Promise<Response>

const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  contentType: response.headers.get('content-type') ?? '',
  body: await response.text(),
})

/**
 * The servers of docs/sign-in.md, each with one protected route, against the test's own server. The caller closes them.
 *
 * @param domain host of the page whose servers they are
 */
export async function startSites({ api, projectId }: Server, domain: string) {
  const example = (language: string, contains: string) =>
    signInExample(language, contains, {
      'https://api.example.com': api,
      'domain=shop.example': `domain=${domain}`,
      'projectId=shop': `projectId=${projectId}`,
    })
  const [hono, next, express] = await Promise.all([
    example('ts', "from 'hono'").then((code) => loadExample('hono', code)),
    example('ts', 'export async function GET').then((code) => loadExample('next', code)),
    example('javascript', "from 'express'").then((code) => loadExample('express', code)),
  ])
  const listening = createServer(express.default as RequestListener)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  const handlers: Readonly<Record<string, Handler>> = {
    hono: (request) => (hono.default as { readonly fetch: Handler }).fetch(request),
    next: (request) => (next.GET as Handler)(request),
    express: (request) => fetch(`http://127.0.0.1:${port}/private`, request),
  }
  return {
    names: Object.keys(handlers),
    /** Asks the protected route of one of them. */
    async ask(name: string, authorization: string | undefined): Promise<Answer> {
      const handler = handlers[name]
      if (!handler) throw new Error(`There is no site ${name}`)
      return await readAnswer(
        await handler(new Request('http://site.example/private', { headers: authorization ? { authorization } : {} })),
      )
    },
    close: () => new Promise<void>((resolve) => listening.close(() => resolve())),
  }
}
