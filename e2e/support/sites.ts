import type { RequestListener } from 'node:http'
import { loadExample, signInExample } from '@latchkey/testkit/src/server/signInDocs.ts'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
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
  const listening = await startTestServer((request, response) => (express.default as RequestListener)(request, response))
  const handlers: Readonly<Record<string, Handler>> = {
    hono: (request) => (hono.default as { readonly fetch: Handler }).fetch(request),
    next: (request) => (next.GET as Handler)(request),
    express: (request) => fetch(`http://127.0.0.1:${listening.port}/private`, request),
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
    close: listening.close,
  }
}
