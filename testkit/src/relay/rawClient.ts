import { randomBytes } from 'node:crypto'
import WebSocket from 'ws'
import { projectId } from './startTestRelay.js'
import { createTestKey, createTestToken, type TestKey } from './token.js'

type Delivery = {
  readonly id: number
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly subscription: string
}

export const randomTopic = () => randomBytes(32).toString('hex')

/** A client that speaks the bare protocol, so that tests can break its rules. */
export async function connectRawClient(
  url: string,
  options: { key?: TestKey; token?: string; query?: string; acknowledge?: boolean } = {},
) {
  const key = options.key ?? createTestKey()
  const token = options.token ?? createTestToken(key, url)
  const socket = new WebSocket(
    `${url}${new URL(url).pathname === '/' ? '/' : ''}?auth=${token}&projectId=${projectId}${options.query ?? ''}`,
  )
  const deliveries: Delivery[] = []
  const frames: string[] = []
  const waiting = new Map<string, (text: string) => void>()
  let closed: { code: number; reason: string } | undefined
  let acknowledge = options.acknowledge ?? true
  let counter = 0n

  socket.on('message', (data) => {
    const text = String(data)
    frames.push(text)
    const id = /^{"id":("?[^,"]+"?),/.exec(text)?.[1] ?? ''
    const frame = JSON.parse(text)
    if (frame.method !== 'irn_subscription') return waiting.get(id)?.(text)
    const { topic, message, tag } = frame.params.data
    deliveries.push({ id: frame.id, topic, message, tag, subscription: frame.params.id })
    if (acknowledge) socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
  })
  socket.on('close', (code, reason) => {
    closed = { code, reason: String(reason) }
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })

  return {
    socket,
    clientId: key.clientId,
    key,
    deliveries,
    frames,
    closed: () => closed,
    setAcknowledge: (value: boolean) => {
      acknowledge = value
    },
    acknowledge: (id: number) => socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true })),
    /** Calls with a 19-digit id, as clients do, and gives the answer; `error` answers are thrown as their message. */
    async call(method: string, params: unknown): Promise<unknown> {
      counter += 1n
      const id = String(BigInt(Date.now()) * 1_000_000n + counter)
      const answer = new Promise<string>((resolve) => waiting.set(id, resolve))
      socket.send(`{"id":${id},"jsonrpc":"2.0","method":"${method}","params":${JSON.stringify(params)}}`)
      const { result, error } = JSON.parse(await answer)
      if (error) throw new Error(`${error.code} ${error.message}`)
      return result
    },
    close: () => socket.close(),
  }
}

export type RawClient = Awaited<ReturnType<typeof connectRawClient>>
