import { hashTypedData } from 'viem'
import { type ApprovalContent, everything, type Prepared, type Row, type Warning, type Words } from '../../approve/content.js'
import { type TypedData, typedDataParams } from '../../policy/evmParams.js'
import { invalid } from '../../policy/refusals.js'
import { utf8 } from '../../vault/bytes.js'
import { addressRow, lookAlikeOf, type SignerContext } from '../context.js'
import { readable } from '../readable.js'
import { grantsSigned } from './grantsLeft.js'
import { type Knowledge, learn } from './knowledge.js'
import { decimalOf, describeMoves, distinct, isEndless, type Move, partiesOf, spendersOf, tokensOf } from './money.js'
import { signAs } from './signAs.js'
import { type Descriptor, describeTyped, isForNothing } from './typed/descriptors.js'
import { domainWarnings, refuseDomain } from './typed/domain.js'
import { grantsIn, isPermissionByName, unknownPowers } from './typed/grants.js'
import { readInnerCall } from './typed/innerCall.js'
import { isForPermit2 } from './typed/permit2.js'
import { refuseByName } from './typed/refusedTypes.js'
import { linesOf, readSigned, type SignedMessage } from './typed/signed.js'

type Signed = Omit<TypedData, 'message'> & { readonly message: SignedMessage }
type View = Pick<ApprovalContent, 'title' | 'changes' | 'grants' | 'warnings' | 'rows' | 'twice'> & Partial<Pick<ApprovalContent, 'calls'>>

const warning = (tone: Warning['tone'], id: string): Warning => ({ tone, title: { id: `warn.${id}` }, text: { id: `warn.${id}Text` } })

/** A permission, or a transfer that somebody else sends. */
function grantView(moves: readonly Move[], knowledge: Knowledge, context: SignerContext): View {
  const { rows, warnings } = describeMoves(moves, knowledge, context)
  const [first] = moves
  const token = first && 'token' in first && first.token ? knowledge.tokenOf(first.token) : null
  const symbol = first && 'token' in first && first.token ? knowledge.symbolOf(first.token) : '?'
  if (first?.kind === 'send') {
    const amount = decimalOf(first.amount, token)
    const change = { direction: 'out', amount, symbol, ...(first.token ? { token: first.token } : {}) } as const
    return {
      title: { id: 'title.send', values: { amount, symbol } },
      changes: [change],
      grants: grantsSigned(moves, context.account),
      rows,
      warnings: [...warnings, warning('warn', 'signedSend')],
      twice: false,
    }
  }
  const isNothing = moves.every((move) => move.kind === 'spend' && move.amount === 0n)
  return {
    title: { id: isNothing ? 'title.revoke' : 'title.allow', values: { symbol } },
    changes: [],
    grants: grantsSigned(moves, context.account),
    rows,
    warnings,
    twice: false,
  }
}

/** An offer, or anything else that a descriptor names. */
function describedView(
  { intent, owner, moves }: { readonly intent: string; readonly owner: string; readonly moves: readonly Move[] },
  knowledge: Knowledge,
  context: SignerContext,
): View {
  const { rows, warnings } = describeMoves(moves, knowledge, context)
  const isOffer = moves.some(({ kind }) => kind === 'give')
  return {
    title: { id: intent },
    changes: [],
    grants: grantsSigned(moves, context.account),
    rows: [...rows, { label: 'row.by', value: owner, kind: 'text' }],
    warnings: [
      ...(isForNothing(moves, context.account) ? [warning('neg', 'forNothing')] : []),
      ...warnings.filter(({ tone }) => tone === 'neg'),
      ...(isOffer ? [warning('warn', 'order')] : []),
      ...warnings.filter(({ tone }) => tone === 'warn'),
    ],
    // What whoever takes it decides, its maker agrees to unseen.
    twice: moves.some((move) => move.kind === 'unpriced' || (move.kind === 'give' && move.any !== undefined)),
  }
}

/**
 * What nobody knows: those who would get something by its fields' names, when its name says that it gives something away, or when it is an offer in
 * another form than its contract's.
 */
function unknownView(signed: Signed, isOffer: boolean, context: SignerContext): View {
  const powers = unknownPowers(signed)
  const isPermission = isOffer || powers.length > 0 || isPermissionByName(signed)
  return {
    title: { id: 'title.typedData' },
    changes: [],
    grants: isPermission ? [everything] : [],
    rows: powers.map((value) => addressRow('row.names', value, context)),
    warnings: isPermission ? [warning('neg', 'permission')] : [],
    twice: isPermission,
  }
}

/** What a bundled descriptor says of it; they are loaded when one is needed. */
async function describe(signed: Signed) {
  const { default: descriptors } = await import('./typed/descriptors.json')
  return describeTyped(signed, descriptors as readonly Descriptor[])
}

async function viewOf(
  signed: Signed,
  context: SignerContext,
): Promise<{ readonly view: View; readonly moves: readonly Move[]; readonly endless: boolean }> {
  const grants = grantsIn(signed)
  // Permit2 knows permissions and nothing else: what is none is unknown, whatever it looks like.
  const isOpen = grants === null && !isForPermit2(signed)
  const inner = isOpen ? await readInnerCall(signed, context) : null
  if (inner) {
    const { isDark, title, ...rest } = inner
    // Whoever has the signature sends it when they like.
    const view = { title: { id: title }, changes: [], grants: [everything], twice: isDark, ...rest }
    return { view, moves: [], endless: false }
  }
  const found = isOpen ? await describe(signed) : null
  const described = found === 'unreadable' ? null : found
  const moves = grants ?? described?.moves ?? []
  const knowledge = await learn(context, tokensOf(moves), spendersOf(moves))
  const view = grants
    ? grantView(grants, knowledge, context)
    : described
      ? describedView(described, knowledge, context)
      : unknownView(signed, found === 'unreadable', context)
  const endless = moves.some(
    (move) => move.kind === 'spend' && (move.amount === null || isEndless(move.amount, knowledge.tokenOf(move.token))),
  )
  return { view, moves, endless }
}

/** The label of the yes. */
function confirmOf(warnings: readonly Warning[], moves: readonly Move[], endless: boolean, isSimilar: boolean): ApprovalContent['confirm'] {
  const allows = moves.some((move) => 'spender' in move)
  const risky = warnings.some(({ tone }) => tone === 'neg')
  if (isSimilar) return 'sendAnyway'
  if (endless || (allows && risky)) return 'allowAnyway'
  return risky || moves.some(({ kind }) => kind === 'send') ? 'confirmAnyway' : 'sign'
}

function hashOf(data: Signed): `0x${string}` {
  try {
    return hashTypedData(data as never)
  } catch {
    throw invalid('types')
  }
}

/**
 * Prepares `eth_signTypedData_v4`. What is signed is what its types sign: nothing else of the page's message is read, shown or hashed. Permissions,
 * transfers and offers are shown as money.
 *
 * @throws RpcError 4200 for another account, another chain, a domain that controls the account or is not what its type signs, data that nobody could
 *   be shown whole, and what is refused by name; -32602 when the data does not fit its types
 */
export async function prepareTypedData(params: unknown, context: SignerContext): Promise<Prepared> {
  const data = typedDataParams(params, context.account)
  refuseDomain(data, context)
  refuseByName(data)
  const signed: Signed = { ...data, message: readSigned(data) }
  const hash = hashOf(signed)
  const { view, moves, endless } = await viewOf(signed, context)
  const { name, verifyingContract } = data.domain
  const rows: Row[] = [...view.rows]
  if (name) rows.push({ label: 'row.app', value: readable(name), kind: 'text' })
  if (verifyingContract) rows.push({ label: 'row.contract', value: verifyingContract, kind: 'address' })
  rows.push({ label: 'row.network', value: context.network.name, kind: 'text' })
  const warnings = distinct([...view.warnings, ...domainWarnings(data)])
  const similar = partiesOf(moves)
    .map((address) => ({ address, known: lookAlikeOf(address, context.known) }))
    .find(({ known }) => known)
  const title: Words = view.title
  return {
    content: {
      ...view,
      title,
      kind: 'typedData',
      preview: 'none',
      warnings,
      rows,
      ...(similar?.known ? { lookAlike: { address: similar.address, known: similar.known } } : {}),
      message: linesOf(data, signed.message).join('\n'),
      details: [{ label: 'detail.account', value: context.account, kind: 'code' }],
      blocked: false,
      confirm: confirmOf(warnings, moves, endless, similar !== undefined),
    },
    payload: utf8(JSON.stringify({ ...data, hash })),
    execute: async (payload) => {
      const { hash: approved } = JSON.parse(new TextDecoder().decode(payload)) as { hash: `0x${string}` }
      return signAs(context, approved)
    },
    counterparties: [],
  }
}
