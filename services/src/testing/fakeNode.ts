import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type RpcRequest = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
/** What a node answers: a body (JSON or text) with status and headers, or `hang` (no answer at all), or `cut` (closes the connection). */
export type NodeAnswer =
  | 'hang'
  | 'cut'
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly json?: unknown; readonly text?: string }

/** A chain node on a real port whose every answer the test decides. */
export type FakeNode = {
  readonly url: string
  /** Bodies as they arrived, probes included. */
  readonly bodies: string[]
  /** Methods in the order they arrived; those of batches too. */
  readonly methods: string[]
  /**
   * What it says to the questions which chain it is of, by method and parameters. These are answered apart, and not among `bodies` and `methods`;
   * one that is left out is a question like any other.
   */
  identity: Readonly<Record<string, unknown>>
  /** How often it was asked which chain it is of. */
  identified: number
  answer: (body: RpcRequest | RpcRequest[], text: string) => NodeAnswer | Promise<NodeAnswer>
  readonly close: () => Promise<void>
}

/** The first local EVM chain, and the main networks of Solana and Bitcoin. */
const localIdentity: FakeNode['identity'] = {
  'eth_chainId []': '0x7a69',
  'getGenesisHash []': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  'getblockhash [0]': '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
}

/** Answers `result` to every call, single or in a batch. */
export const always =
  (result: unknown): FakeNode['answer'] =>
  (body) => {
    const reply = ({ id }: RpcRequest) => ({ jsonrpc: '2.0', id, result })
    return { json: Array.isArray(body) ? body.map(reply) : reply(body) }
  }

/** Answers every call with a JSON-RPC error, status 200. */
export const failing =
  (code: number, message: string, status = 200): FakeNode['answer'] =>
  (body) => ({ status, json: { jsonrpc: '2.0', id: (body as RpcRequest).id, error: { code, message } } })

function send(response: ServerResponse, request: IncomingMessage, answer: NodeAnswer): void {
  if (answer === 'hang') return
  if (answer === 'cut') {
    request.socket.destroy()
    return
  }
  const text = answer.text ?? JSON.stringify(answer.json)
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(text)
}

/**
 * Starts a node that answers `0x1` until it is told otherwise.
 *
 * @param port to listen on; 0 takes any
 */
export async function startFakeNode(port = 0): Promise<FakeNode> {
  const bodies: string[] = []
  const methods: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString()
      const body = JSON.parse(text) as RpcRequest | RpcRequest[]
      const question = Array.isArray(body) ? '' : `${body.method} ${JSON.stringify(body.params)}`
      if (Object.hasOwn(node.identity, question)) {
        node.identified += 1
        send(response, request, await always(node.identity[question])(body, text))
        return
      }
      bodies.push(text)
      methods.push(...(Array.isArray(body) ? body.map(({ method }) => method) : [body.method]))
      send(response, request, await node.answer(body, text))
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const node: FakeNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    methods,
    identity: localIdentity,
    identified: 0,
    answer: always('0x1'),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return node
}
