import { codes, RpcError, wireErrors } from '@latchkey/protocol'
import { hex } from '@scure/base'
import type { ApprovalView, Decision } from '../contract.js'
import { aborted, noWindow, rejected } from '../policy/refusals.js'
import { Changed } from './changed.js'
import { type ApprovalContent, lastingOf, type Prepared, type Warning } from './content.js'
import { acceptsFrom } from './place.js'

/** One request that needs a user. */
export type Asked = Pick<ApprovalView, 'requestId' | 'method' | 'surface' | 'origin' | 'verified' | 'networkName'> & {
  /** Asks the node anew each time: a nonce or a fee may have changed while the request waited. */
  prepare(): Promise<Prepared>
  /** Whether the user may agree to what outlives the request. */
  isProven(): Promise<boolean>
  /** The user sees what will be signed. */
  shown?(): void
  /**
   * Something was decided, for the user's own log: once for each.
   *
   * @param counterparties addresses that are known from now on; none, when what was approved did not succeed
   */
  decided?(accepted: boolean, digest: string, counterparties: readonly string[]): void
}

type Entry = Asked & {
  state: ApprovalView['state']
  prepared?: Prepared
  digest?: string
  /** The spending limit that the user chose, in the token's decimal text. */
  limit?: string
  unproven: boolean
  /** Milliseconds; an approval is for what the network said then. */
  preparedAt: number
  settle(result: unknown, error?: unknown): void
}

export type Approvals = {
  /** Settles by the user's decision. Above one on screen and five behind it: -32005. */
  ask(asked: Asked): Promise<unknown>
  decide(decision: Decision): Promise<boolean>
  setLimit(requestId: string, amount: string): Promise<void>
  /** Rejects what nobody approved yet: one, or all. */
  abort(requestId?: string): void
  /** The user has shown that it is them: what waited for that can be agreed to. */
  proven(): void
}

const waiting = 5
/** Milliseconds for which what is shown may be signed. */
const lifetime = 120_000
/** Milliseconds of work before it is drawn: a signature is there sooner, and drawing in between would hold it up. */
const unnoticed = 100

async function digestOf({ payload }: Prepared): Promise<string> {
  return hex.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', payload)))
}

/** What is shown of it: a limit may be changed where something can make it anew with another one. */
function contentOf({ content, withLimit }: Prepared): ApprovalContent {
  return content.allowance && !withLimit ? { ...content, allowance: { ...content.allowance, editable: false } } : content
}

const mayAgree = async ({ isProven }: Asked, { content }: Prepared): Promise<boolean> =>
  lastingOf(content).length === 0 || (await isProven())

/** It was about to be signed, and would have done something else than the card said. */
const changed: Warning = { tone: 'neg', title: { id: 'warn.changed' }, text: { id: 'warn.changedText' } }

/** Says what changed while the user read. */
const asChanged = (prepared: Prepared): Prepared => {
  const { content, withLimit } = prepared
  const said = {
    ...content,
    warnings: [changed, ...content.warnings],
    confirm: content.allowance ? 'allowAnyway' : 'confirmAnyway',
  } as const
  return { ...prepared, content: said, ...(withLimit ? { withLimit: async (amount: string) => asChanged(await withLimit(amount)) } : {}) }
}

/** Prepares it anew, as the user left it. */
async function prepareAgain({ prepare, limit }: Entry): Promise<Prepared> {
  const prepared = await prepare()
  return limit === undefined ? prepared : ((await prepared.withLimit?.(limit)) ?? prepared)
}

/**
 * The queue of approvals: one on screen, five behind it. What is signed is what was shown: an answer names the digest of the bytes, and those
 * bytes go to the signer, whatever happened to the request since.
 *
 * @param show what is on screen; null: nothing
 */
export function createApprovals(show: (approval: ApprovalView | null) => void, now: () => number = Date.now): Approvals {
  const queue: Entry[] = []

  function draw() {
    const [entry] = queue
    if (!entry) return show(null)
    const { requestId, method, surface, origin, verified, networkName, state, digest, prepared, unproven } = entry
    const content = prepared ? contentOf(prepared) : null
    show({
      requestId,
      method,
      surface,
      origin,
      verified,
      networkName,
      state,
      digest: digest ?? null,
      content,
      unproven,
      position: 1,
      total: queue.length,
    })
  }

  function remove(entry: Entry) {
    const at = queue.indexOf(entry)
    if (at < 0) return
    queue.splice(at, 1)
    if (at === 0 && queue[0]) void prepare(queue[0])
    draw()
  }

  async function prepare(entry: Entry, from = () => prepareAgain(entry)) {
    entry.state = 'preparing'
    delete entry.digest
    draw()
    try {
      const prepared = await from()
      const digest = await digestOf(prepared)
      const unproven = !(await mayAgree(entry, prepared))
      if (!queue.includes(entry)) return
      Object.assign(entry, { prepared, digest, unproven, state: 'ready', preparedAt: now() })
      draw()
      prepared.arm?.()
      entry.shown?.()
    } catch (error) {
      entry.settle(undefined, error)
    }
  }

  /** The user's no. What was never ready has no digest that a log could name. */
  function refuse(entry: Entry, error: RpcError) {
    if (entry.digest !== undefined) entry.decided?.(false, entry.digest, [])
    entry.settle(undefined, error)
  }

  async function execute(entry: Entry, prepared: Prepared, digest: string) {
    entry.state = 'working'
    const timer = setTimeout(draw, unnoticed)
    // A copy of what was approved, checked once more: nothing may change it while it is signed.
    const payload = prepared.payload.slice()
    try {
      if ((await digestOf({ ...prepared, payload })) !== digest) throw new RpcError(codes.internal, wireErrors.invalidRequest)
      const result = await prepared.execute(payload)
      entry.settle(result)
      entry.decided?.(true, digest, prepared.counterparties)
    } catch (error) {
      if (error instanceof Changed) return void prepare(entry, async () => asChanged(await prepareAgain(entry)))
      entry.settle(undefined, error)
      // It may be signed, and even be sent, all the same.
      entry.decided?.(true, digest, [])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    ask(asked) {
      if (queue.length > waiting) return Promise.reject(new RpcError(codes.limitExceeded, wireErrors.limitExceeded))
      return new Promise((resolve, reject) => {
        const entry: Entry = {
          ...asked,
          state: 'preparing',
          unproven: false,
          preparedAt: 0,
          settle(result, error) {
            remove(entry)
            if (error === undefined) resolve(result)
            else reject(error)
          },
        }
        queue.push(entry)
        if (queue.length === 1) void prepare(entry)
        else draw()
      })
    },
    async decide(decision) {
      const { requestId, digest, answer } = decision
      const [entry] = queue
      if (entry?.requestId !== requestId || entry.state === 'working') return false
      if (answer === 'rejectAll') {
        for (const other of [...queue].reverse()) refuse(other, rejected())
        return true
      }
      if (answer !== 'approve') {
        refuse(entry, answer === 'noWindow' ? noWindow() : rejected())
        return true
      }
      const { prepared } = entry
      if (entry.state !== 'ready' || !prepared || entry.digest === undefined || digest !== entry.digest || prepared.content.blocked)
        return false
      const { place, typed } = decision
      if (!acceptsFrom(place, { surface: entry.surface, content: prepared.content, typed })) return false
      const age = now() - entry.preparedAt
      // Clocks can be set back, too.
      if (age < 0 || age > lifetime) {
        void prepare(entry)
        return false
      }
      if (!(await mayAgree(entry, prepared))) {
        entry.unproven = true
        draw()
        return false
      }
      // While that was asked, it may have been withdrawn, answered, or made anew.
      if (queue[0] !== entry || entry.state !== 'ready' || entry.digest !== digest) return false
      void execute(entry, prepared, digest)
      return true
    },
    async setLimit(requestId, amount) {
      const [entry] = queue
      const change = entry?.prepared?.withLimit
      if (entry?.requestId !== requestId || entry.state !== 'ready' || !change) return
      entry.limit = amount
      await prepare(entry, () => change(amount))
    },
    abort(requestId) {
      // From behind, so that the next one is not prepared only to be rejected.
      for (const entry of [...queue].reverse())
        if ((requestId === undefined || entry.requestId === requestId) && entry.state !== 'working') entry.settle(undefined, aborted())
    },
    proven() {
      for (const entry of queue) entry.unproven = false
      draw()
    },
  }
}
