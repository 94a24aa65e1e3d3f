import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import type { Hex } from 'viem'
import type { ApiEnv } from '../api/context.js'
import { jsonBody } from '../api/jsonBody.js'
import { CcipError, type CcipGateway } from './ccipGateway.js'

/** Bytes of a question. */
const maxBody = 32 * 1_024
const hex = z.string().regex(/^0x(?:[0-9a-fA-F]{2})*$/, { error: 'must be hexadecimal' })
const sender = z.string().regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address' })
const question = z.object({ data: hex, sender: sender.optional() })

/** EIP-3668 wants errors as `message`. */
const message = z.object({ message: z.string() }).openapi('CcipFailure')
const said = (description: string) => ({ description, content: { 'application/json': { schema: message } } })
const responses = {
  200: {
    description: 'The signed answer, for the contract that asked.',
    content: { 'application/json': { schema: z.object({ data: z.string() }) } },
  },
  400: said('No question of a resolver (ENSIP-10).'),
  404: said('A name of another zone, or no gateway.'),
  429: { description: 'Too many requests; Retry-After says when to come back.' },
}
const summary = 'Answers for names of the server’s zones (EIP-3668)'
const description = 'For clients that resolve such a name on a chain: its resolver sends them here. It needs no project.'

/**
 * `GET /ccip/{sender}/{data}.json` and `POST /ccip`.
 *
 * @param gateway undefined where the operator configured none
 */
export function ccipRoutes(app: OpenAPIHono<ApiEnv>, gateway: CcipGateway | undefined): void {
  const headers = { 'cache-control': 'no-store' }
  const answer = async (data: string) => {
    if (!gateway) return { status: 404, body: { message: 'This server is no gateway for names' } } as const
    try {
      return { status: 200, body: { data: await gateway.answer(data as Hex) } } as const
    } catch (error) {
      if (!(error instanceof CcipError)) throw error
      return { status: error.status, body: { message: error.message } } as const
    }
  }
  app.openapi(
    createRoute({
      method: 'get',
      path: '/ccip/{sender}/{data}',
      summary,
      description,
      request: { params: z.object({ sender, data: z.string().openapi({ description: 'Hexadecimal; .json may follow.' }) }) },
      responses,
    }),
    async (c) => {
      const read = hex.max(2 * maxBody).safeParse(c.req.valid('param').data.replace(/\.json$/, ''))
      if (!read.success) return c.json({ message: 'The data is not hexadecimal' }, 400, headers)
      const { status, body } = await answer(read.data)
      return c.json(body, status, headers)
    },
  )
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/ccip',
    summary,
    description,
    request: { body: { content: { 'application/json': { schema: question } } } },
    responses,
  })
  const limitBody = bodyLimit({ maxSize: maxBody, onError: (c) => c.json({ message: 'The question is too large' }, 413) })
  app.post('/ccip', limitBody, async (c) => {
    const read = await jsonBody(c, question)
    if ('refused' in read) return c.json({ message: read.refused.reasons[0]?.description ?? 'Invalid request' }, 400, headers)
    const { status, body } = await answer(read.value.data)
    return c.json(body, status, headers)
  })
}
