import { codes } from '@latchkey/protocol'
import type { Outcome } from '../readReply.js'

/*
 * Nodes refuse for reasons of their own (rate, quota, key, plan, load, a state that they do not keep), mostly with status 200 and a code that each provider
 * chooses. Another node may answer then. What the chain itself says is the same on every node, and is never asked again.
 */

/** Statuses of HTTP that say nothing of the chain. */
const busyStatuses = [408, 421, 423, 425, 429]
const closedStatuses = [401, 402, 403, 404, 407, 413, 426, 451]

/** The status that a code is made of: providers answer `429`, `-32429` and `7429`. */
const statusOf = (code: number) => (code <= -32_400 && code > -32_600 ? -code - 32_000 : code > 7_400 && code < 7_600 ? code - 7_000 : code)

/**
 * Codes that no chain answers with: limit of EIP-1474; Cloudflare's rate limit; no backend (OP Stack's proxyd); out of credits (QuickNode); rate limit
 * (LlamaRPC, BlockPI); cannot fulfil (Cloudflare's gateway); rate limit (Ankr).
 */
const busyCodes = [1_015, -32_011, -32_012, -32_029, -32_046, -32_090]
/** A key without access (Ankr). */
const closedCodes = [1_020, -32_052]

const isBusyCode = (code: number) => {
  const status = statusOf(code)
  return busyCodes.includes(code) || busyStatuses.includes(status) || (status >= 500 && status < 600)
}
const isClosedCode = (code: number) => closedCodes.includes(code) || closedStatuses.includes(statusOf(code))

/** The node has had enough for now, is not up, or has not come so far. */
const busyWords =
  /header not found|rate.{0,3}limit|request.{0,12}rate|rate (?:is |was )?exceeded|too many (?:requests?|calls|connections|concurrent|queries|subscriptions|batch)|requests? .{0,30}(?:limit|exceed)|limited to .{0,20}(?:\/|per )|limit.{0,12}(?:reached|exceeded)|(?:reached|exceeded).{0,30}(?:limit|quota|rps\b)|exceeded .{0,40}(?:per second|capacity|throughput|credits|quota|compute)|throttl|quota|\bcredits?\b|throughput|capacity|max(?:imum)? usage|slow down|back.?off|retry|try again|temporar|overload|too much load|high load|\bbusy\b|(?:service|server|node|endpoint|currently) (?:is )?unavailable|no .{0,20}(?:backends?|upstreams?|providers?|nodes?|servers?)\b|healthy|maintenance|shutting down|starting up|warming up|not ready|bad gateway|gateway time|circuit|queue .{0,10}full|pool (?:is )?full|cannot fulfil/i

/** It does not serve who asks. */
const closedWords =
  /\bplans?\b|upgrade|subscription|(?:free|paid|current) tier|free-?tier|billing|payment|api.?key|access (?:key|token|denied)|invalid token|token is invalid|project id|unauthori[sz]ed|must (?:be )?authenticat|authentication|forbidden|not allowed to access|does not have access|not (?:enabled|activated) for|whitelist|allow.?list|\bblocked\b|\bbanned\b|suspended|disabled|dedicated (?:full )?node/i

/** It failed, does not keep the state that is asked for, or limits what one question may read. */
const failureWords =
  /unknown block|block not found|missing trie node|prun(?:ed|ing)|historical|state .{0,60}(?:not|un)\s?(?:available|found)|resource (?:not found|unavailable)|syncing|not (?:yet )?synced|behind|archive|-txindex|node error|internal (?:server )?error|server error|time(?:d )?.?out|deadline|upstream|backend|connection|econn|socket|socket hang up|block range|range (?:is )?too|limited to an? |more than \d+ (?:results|logs|blocks)|response .{0,20}(?:too (?:big|large)|exceed)|<(?:!doctype|html)|cloudflare/i

/** Characters of an error that are read: it may be as long as whoever wrote it likes. */
const longest = 2_000

const isText = (value: unknown): value is string => typeof value === 'string'

/** What an error says: some say it beside the message, as `data`, in `data`, or as `details`. */
function textsOf({ message, raw }: { readonly message: string; readonly raw: string }): string[] {
  const { data, details } = (JSON.parse(raw) ?? {}) as { readonly data?: unknown; readonly details?: unknown }
  const within: unknown[] = typeof data === 'object' && data !== null ? Object.values(data) : [data]
  return [message, details, ...within].filter(isText)
}

/** Geth's code of a call that reverted. */
const reverted = 3

/** What a contract returned. */
const isReturned = (text: string) => /^(?:reverted )?0x[0-9a-f]{8}/i.test(text)

type Answer = Outcome | undefined | null
type Faults = {
  /** Whether a node refuses for a reason of its own, so that another node may answer. */
  readonly isNodeFault: (answer: Answer) => boolean
  /** Whether it does so only for now: asked again later, it may answer itself. */
  readonly refusesForNow: (answer: Answer) => boolean
}

/**
 * The rule of a chain family, for everything that asks nodes.
 *
 * @param busy codes, `failed` codes: of the family's nodes, unless their words are the chain's
 * @param chain what the chain says, whatever the code; a contract puts any words behind it
 */
function faultsOf({
  busy,
  failed,
  chain,
}: {
  readonly busy: readonly number[]
  readonly failed: readonly number[]
  readonly chain: RegExp
}): Faults {
  const judge = (answer: Answer): 'chain' | 'busy' | 'closed' | 'failed' => {
    if (answer?.kind !== 'error') return 'chain'
    const { code } = answer
    if (isBusyCode(code)) return 'busy'
    if (isClosedCode(code)) return 'closed'
    const texts = textsOf(answer)
    const text = texts.join(' ').slice(0, longest)
    if (code === reverted || texts.some(isReturned) || chain.test(text)) return 'chain'
    if (busy.includes(code) || busyWords.test(text)) return 'busy'
    if (closedWords.test(text)) return 'closed'
    return failed.includes(code) || failureWords.test(text) ? 'failed' : 'chain'
  }
  return {
    isNodeFault: (answer) => judge(answer) !== 'chain',
    refusesForNow: (answer) => judge(answer) === 'busy',
  }
}

/**
 * In the words of Geth, Erigon, Nethermind, Besu, Reth, Parity, Hardhat and Anvil: of a call, what the contract did; of a transaction, why it is not valid.
 */
const evmChain =
  /revert|out of gas|\bgas (?:limit|required|allowance|price|too (?:low|high)|uint64)|intrinsic gas|exceeds (?:block|allowance|transaction)|insufficient (?:funds|balance)|nonce|already.?(?:known|imported|exists|in )|known transaction|replacement|underpriced|fee.?cap|max.?fee|priority.?fee|base.?fee|opcode|invalid jump|stack (?:under|over)flow|stack limit|vm (?:execution|exception)|contract (?:creation|code)|init.?code|replay.protected|eip-?155|(?:transaction|tx) type|invalid (?:sender|signature|transaction|argument|params|chain|block number)|unmarshal|missing value|\brlp\b/i
export const evmFaults = faultsOf({
  busy: [codes.limitExceeded],
  // Resource unavailable (EIP-1474), or a time-out (Geth); time-outs (Nethermind).
  failed: [-1, codes.internal, -32_002, -32_016, -32_017],
  chain: evmChain,
})

const solanaChain =
  /simulation failed|program|instruction|blockhash ?not ?found|insufficient (?:funds|lamports)|already been processed|signature verification|invalid (?:param|account|transaction|blockhash)|could not find account|account ?not ?found|slippage|lookup table|encoded/i
export const solanaFaults = faultsOf({
  // Node unhealthy, or behind.
  busy: [codes.limitExceeded],
  // Internal error; block cleaned up; block not available; no snapshot; missing in long-term storage; key not indexed; status not available yet; slot not reached.
  failed: [codes.internal, -32_001, -32_004, -32_008, -32_009, -32_010, -32_014, -32_016, -32_019],
  chain: solanaChain,
})

const bitcoinChain =
  /relay fee|mempool.conflict|missing.?inputs|insufficient.?fee|bad-txns|script.?(?:verify|sig)|txn-|dust|decode failed|already in|invalid (?:address|parameter)/i
export const bitcoinFaults = faultsOf({
  // Starting up; still downloading blocks; without peers.
  busy: [-28, -10, -9],
  // -1 is not: Bitcoin Core says it of wrong parameters.
  failed: [codes.internal],
  chain: bitcoinChain,
})

/** Statuses that carry an answer in their body. */
export const plainStatuses = (status: number): boolean => (status >= 200 && status < 300) || status === 400
