import type { CallSummary, Row, Warning } from '../../../approve/content.js'
import type { TypedData } from '../../../policy/evmParams.js'
import type { SignerContext } from '../../context.js'
import { callContent } from '../callContent.js'
import type { SignedMessage } from './signed.js'

const zero = '0x0000000000000000000000000000000000000000'

/** A call that somebody else makes with a signature: what it does as any other call, and what only its wrapper can do. */
export type InnerCall = {
  readonly title: string
  readonly rows: readonly Row[]
  readonly warnings: readonly Warning[]
  readonly calls: readonly CallSummary[]
  /** Nobody can read what it does. */
  readonly isDark: boolean
}
type Found = { readonly kind: 'safe' | 'meta'; readonly to: string; readonly value: bigint; readonly data: string }

/** A Safe's transaction, a forwarded request (ERC-2771, and its like), and a meta transaction that a contract makes to itself. */
function find({
  primaryType,
  domain,
  message,
}: Pick<TypedData, 'primaryType' | 'domain'> & { readonly message: SignedMessage }): Found | null {
  const { to, value, data, functionSignature } = message
  if (primaryType === 'MetaTransaction' && typeof functionSignature === 'string' && domain.verifyingContract)
    return { kind: 'meta', to: domain.verifyingContract, value: 0n, data: functionSignature }
  if (typeof to !== 'string' || typeof value !== 'bigint' || typeof data !== 'string') return null
  if (primaryType === 'SafeTx') return { kind: 'safe', to, value, data }
  return /^(?:ForwardRequest(?:Data)?|ERC2771Forward)$/.test(primaryType) ? { kind: 'meta', to, value, data } : null
}

/** @returns null for what holds no call */
export async function readInnerCall(
  signed: Pick<TypedData, 'primaryType' | 'domain'> & { readonly message: SignedMessage },
  context: SignerContext,
): Promise<InnerCall | null> {
  const found = find(signed)
  if (!found) return null
  const { kind, to, value, data } = found
  const { operation, refundReceiver, gasPrice } = signed.message
  const content = await callContent([{ to, value, data: `0x${data.slice(2)}` }], null, context)
  const warn = (tone: Warning['tone'], id: string, values?: Readonly<Record<string, string>>): Warning => ({
    tone,
    title: { id: `warn.${id}` },
    text: { id: `warn.${id}Text`, ...(values ? { values } : {}) },
  })
  const pays = kind === 'safe' && typeof gasPrice === 'bigint' && gasPrice > 0n
  return {
    title: `title.${kind}`,
    calls: content.calls ?? [{ title: content.title, rows: limitRows(content) }],
    rows:
      pays && typeof refundReceiver === 'string' && refundReceiver !== zero
        ? [{ label: 'row.receiver', value: refundReceiver, kind: 'address' }]
        : [],
    warnings: [
      warn('warn', kind),
      ...(kind === 'safe' && operation !== 0n ? [warn('neg', 'code', { contract: to })] : []),
      ...(pays ? [warn('neg', 'refund')] : []),
      // It cannot be tried as this account: what the call itself says counts.
      ...content.warnings.filter(({ title }) => title.id !== 'warn.noPreview'),
    ],
    isDark: content.twice,
  }
}

/** A limit has a box of its own on the card of a call; here it is one row of several. */
const limitRows = ({ rows, allowance }: Pick<Awaited<ReturnType<typeof callContent>>, 'rows' | 'allowance'>): readonly Row[] =>
  allowance ? [{ label: 'row.limit', value: `${allowance.amount ?? '∞'} ${allowance.symbol}`, kind: 'text' }, ...rows] : rows
