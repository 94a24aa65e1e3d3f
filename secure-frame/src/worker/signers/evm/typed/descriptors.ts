import type { TypedData } from '../../../policy/evmParams.js'
import type { Move } from '../money.js'
import type { SignedMessage, SignedValue } from './signed.js'

/**
 * Reads messages by descriptors in the form of ERC-7730 (`context`, `display.formats`, nested `fields` with paths), bundled and reviewed here: nothing
 * is fetched. Instead of a label and a format each field has a role, because a card says the same thing in the same words whoever made the message.
 */
type Field = {
  readonly path: string
  readonly role?: string
  /** Of a number that is read as flags: the one that counts. */
  readonly bit?: number
  readonly endPath?: string
  readonly params?: {
    readonly tokenPath?: string
    readonly idPath?: string
    readonly typePath?: string
    readonly toPath?: string
    readonly omitZero?: boolean
  }
  readonly when?: { readonly path: string; readonly is: string }
  readonly fields?: readonly Field[]
}
export type Descriptor = {
  readonly context: { readonly eip712: { readonly deployments?: readonly { readonly address: string }[] } }
  readonly metadata: { readonly owner: string }
  readonly display: { readonly formats: Readonly<Record<string, { readonly intent: string; readonly fields: readonly Field[] }>> }
}
/** What a message says by its descriptor. */
type Described = { readonly intent: string; readonly owner: string; readonly moves: readonly Move[] }

const zero = '0x0000000000000000000000000000000000000000'
/** Wrapped or not, this stands for the network's own coin. */
const native = [zero, '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee']

const text = (value: SignedValue | undefined) => (typeof value === 'string' ? value : undefined)
const number = (value: SignedValue | undefined) => (typeof value === 'bigint' ? value : undefined)
const isStruct = (value: SignedValue | undefined): value is SignedMessage => typeof value === 'object' && !Array.isArray(value)

/** @throws RangeError for what is not there */
function need<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('The message has not the form of its descriptor.')
  return value
}

/** An item by its number, or by a criterion: any of the collection (0), or one of a list that stands behind a hash. Kinds are Seaport's, up to 5. */
function itemOf(type: bigint | undefined, number: bigint): { readonly id: bigint } | { readonly any: 'all' | 'listed' } {
  if (type === undefined || type < 4n) return { id: number }
  if (type > 5n) throw new RangeError('Nobody knows this kind of item.')
  return { any: number === 0n ? 'all' : 'listed' }
}

/** Whether something that is not in the message decides about it: a flag that says so, or code of its own. */
const isDecidedElsewhere = (value: SignedValue | undefined, bit: number | undefined): boolean =>
  bit === undefined ? need(text(value)) !== '0x' : ((need(number(value)) >> BigInt(bit)) & 1n) === 1n

/** @throws RangeError for a message that has not what its descriptor names: it is shown as one that nobody knows */
function movesOf(fields: readonly Field[], message: SignedMessage): Move[] {
  return fields.flatMap(({ path, role, bit, endPath, params = {}, when, fields: inner }): Move[] => {
    if (when && String(message[when.path]) !== when.is) return []
    if (inner) {
      const list = message[path.replace(/\.\[\]$/, '')]
      if (!Array.isArray(list)) throw new RangeError('The message has not the form of its descriptor.')
      return (list as readonly SignedValue[]).flatMap((item) => movesOf(inner, need(isStruct(item) ? item : undefined)))
    }
    const value = message[path]
    if (role === 'unpriced') return isDecidedElsewhere(value, bit) ? [{ kind: 'unpriced' }] : []
    if (role === 'until') return [{ kind: 'ends', until: need(number(value)) }]
    if (role === 'handIn') return [{ kind: 'ends', handIn: need(number(value)) }]
    if (role === 'party') return [{ kind: 'party', label: 'row.receiver', who: need(text(value)) }]
    if (role === 'delegate') return [{ kind: 'party', label: 'row.delegate', who: need(text(value)) }]
    const start = need(number(value))
    const end = endPath === undefined ? start : need(number(message[endPath]))
    const gives = role === 'give'
    // An amount that moves with time is said at its worst for the one who signs.
    const amount = start > end === gives ? start : end
    if (params.omitZero && amount === 0n) return []
    const token = need(text(message[params.tokenPath ?? '']))
    const isCoin = native.includes(token.toLowerCase())
    const itemType = params.typePath === undefined ? undefined : need(number(message[params.typePath]))
    const isItem = params.idPath !== undefined && (itemType === undefined || itemType >= 2n)
    const item = isItem ? itemOf(itemType, need(number(message[params.idPath ?? '']))) : {}
    const to = params.toPath === undefined ? undefined : need(text(message[params.toPath]))
    return [
      {
        kind: gives ? 'give' : 'get',
        amount,
        ...(isCoin ? {} : { token }),
        ...item,
        ...(to === undefined ? {} : { to }),
      },
    ]
  })
}

/** Leaves of a tree of orders (Seaport's BulkOrder): one signature for all of them. */
function leavesOf(value: SignedValue): SignedMessage[] {
  if (Array.isArray(value)) return (value as readonly SignedValue[]).flatMap(leavesOf)
  return isStruct(value) ? [value] : []
}

/** An order of a tree that is only there to fill it. */
const isFiller = ({ offerer }: SignedMessage) => offerer === zero

/** Moves without what is only promised: where something else decides what comes, an amount in the message means nothing. */
const kept = (moves: readonly Move[]): readonly Move[] =>
  moves.some(({ kind }) => kind === 'unpriced') ? moves.filter(({ kind }) => kind !== 'get') : moves

/**
 * @returns null when no descriptor is for this message; 'unreadable' when one of its contract and name is, and the message is not what it says: an offer
 *   in a form that nobody knows
 */
export function describeTyped(
  { primaryType, domain, message }: Pick<TypedData, 'primaryType' | 'domain'> & { readonly message: SignedMessage },
  descriptors: readonly Descriptor[],
): Described | 'unreadable' | null {
  const contract = domain.verifyingContract?.toLowerCase()
  const isBulk = primaryType === 'BulkOrder'
  const name = isBulk ? 'OrderComponents' : primaryType
  for (const { context, metadata, display } of descriptors) {
    const { deployments } = context.eip712
    if (deployments && !deployments.some(({ address }) => address.toLowerCase() === contract)) continue
    const format = Object.hasOwn(display.formats, name) ? display.formats[name] : undefined
    if (!format) continue
    const messages = isBulk ? leavesOf(message.tree ?? '').filter((order) => !isFiller(order)) : [message]
    const unreadable = deployments ? 'unreadable' : null
    try {
      const moves = kept(messages.flatMap((one) => movesOf(format.fields, one)))
      return moves.length === 0 ? unreadable : { intent: format.intent, owner: metadata.owner, moves }
    } catch {
      return unreadable
    }
  }
  return null
}

/** Whether an offer gives something and brings its maker nothing, or next to nothing. */
export function isForNothing(moves: readonly Move[], account: string): boolean {
  const mine = (to: string | undefined) => to === undefined || to === zero || to.toLowerCase() === account.toLowerCase()
  const gives = moves.some((move) => move.kind === 'give' && move.amount > 0n)
  const isItem = (move: Move) => 'id' in move || 'any' in move
  const gets = moves.some((move) => move.kind === 'get' && mine(move.to) && (isItem(move) ? move.amount > 0n : move.amount > 1n))
  return gives && !gets && !moves.some(({ kind }) => kind === 'unpriced')
}
