import { askedBy } from './asked.js'
import type { Client, ClientSession } from './client.js'
import { pairingLost, requestExpired } from './errors.js'

type Answer = { readonly result?: unknown; readonly error?: unknown }
type HistoryRecord = { readonly id: number; readonly response?: Answer | undefined }

/**
 * The answer to something that an earlier client on this storage sent: the library keeps what was sent, and writes the answer beside it,
 * but gives it only to who asked.
 */
function answerTo(client: Client, id: number): Promise<unknown> {
  const { history } = client.core
  return new Promise<Answer>((resolve, reject) => {
    const done = () => {
      history.off('history_updated', look)
      history.off('history_deleted', gone)
    }
    const look = (record: HistoryRecord) => {
      if (record.id !== id || record.response === undefined) return
      done()
      resolve(record.response)
    }
    const gone = (record: HistoryRecord) => {
      if (record.id !== id) return
      done()
      reject(requestExpired())
    }
    const known = history.values.find((record) => record.id === id)
    if (!known) return reject(requestExpired())
    history.on('history_updated', look)
    history.on('history_deleted', gone)
    look(known)
  }).then(({ result, error }) => {
    if (error !== undefined) throw error
    return result
  })
}

/** Milliseconds until the wallet may no longer answer this request. */
function timeLeft(client: Client, id: number, now: number): number {
  const sent = client.core.history.values.find((record) => record.id === id)
  const expiry: unknown = sent?.request.params?.request?.expiryTimestamp
  return typeof expiry === 'number' ? Math.max(0, expiry * 1_000 - now) : 0
}

/**
 * Goes on waiting for the wallet's answer to a request that an earlier client sent.
 *
 * @throws RpcError -32001 when nothing is known of the request, its session is gone, or its time is over; else the wallet's own
 */
export async function attachRequest(client: Client, topic: string, id: number, now: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(requestExpired()), timeLeft(client, id, now))
  })
  try {
    return await Promise.race([answerTo(client, id), expired])
  } finally {
    clearTimeout(timer)
    // The library still looks at the record in this task. Answers are not kept longer than they are needed.
    setTimeout(() => client.core.history.delete(topic, id))
  }
}

/**
 * Goes on waiting for the approval of a code that an earlier client made.
 *
 * @param topic of the pairing
 * @throws RpcError -32001 `pairing_lost` when the code is not known any more; else the wallet's refusal
 */
export function attachProposal(client: Client, topic: string): () => Promise<ClientSession> {
  const [proposal] = client.proposal.getAll({ pairingTopic: topic })
  const known = client.session.getAll().find(({ pairingTopic }) => pairingTopic === topic)
  const approval = new Promise<ClientSession>((resolve, reject) => {
    if (known) return resolve(known)
    if (!proposal) return reject(pairingLost())
    const hear = ({ session }: { readonly session: ClientSession }) => {
      if (session.pairingTopic !== topic) return
      client.off('session_connect', hear)
      resolve(session)
    }
    client.on('session_connect', hear)
    // A sign-in is answered to the client that asked for it: the library makes no session of it for another one.
    const asked = askedBy(client, topic)
    if (asked)
      answerTo(client, asked.id).then(
        () => reject(pairingLost()),
        () => undefined,
      )
    // The wallet's yes comes as a session; only its no is an answer.
    answerTo(client, proposal.id).catch((error: unknown) => {
      client.off('session_connect', hear)
      reject(error)
    })
  })
  approval.catch(() => undefined)
  return () => approval
}
