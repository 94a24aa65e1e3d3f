import { formatUnits } from 'viem'
import type { Allowance, ApprovalContent, AssetChange, Row, Warning } from '../../approve/content.js'
import { isFirstTime, lookAlikeOf, type SignerContext } from '../context.js'
import type { DecodedCall } from './decodeCall.js'
import type { Simulation } from './simulate.js'
import { readToken, type Token } from './tokens.js'

/** Above half of all that there can be, people mean "no limit". Permit2's amounts have 160 bits. */
const unlimited = (amount: bigint) => amount >= 2n ** 255n || (amount >= 2n ** 159n && amount < 2n ** 160n)

export type CallFacts = {
  readonly call: DecodedCall
  readonly to?: string
  readonly value: bigint
  readonly simulation: Simulation | null
  readonly context: SignerContext
}
export type Content = Pick<ApprovalContent, 'title' | 'changes' | 'preview' | 'warnings' | 'rows' | 'confirm' | 'twice'> &
  Partial<Pick<ApprovalContent, 'allowance' | 'lookAlike' | 'calls'>> & { readonly counterparties: readonly string[] }

/** The call that matters: a batch of one is that one. */
const single = (call: DecodedCall): DecodedCall =>
  call.kind === 'multicall' && call.calls.length === 1 && call.calls[0] ? single(call.calls[0]) : call

const symbolOf = (token: Token | null | undefined) => token?.symbol ?? '?'
const amountOf = (amount: bigint, token: Token | null | undefined) => (token ? formatUnits(amount, token.decimals) : amount.toString())

/** Every contract of which a token's facts are needed. */
function tokensIn(call: DecodedCall): string[] {
  if (call.kind === 'multicall') return call.calls.flatMap(tokensIn)
  return 'token' in call ? [call.token.toLowerCase()] : []
}

/** Every allowance in a call, also inside a batch: none may hide there. */
function allowancesIn(call: DecodedCall): Extract<DecodedCall, { kind: 'approve' | 'approveAll' | 'permit2' }>[] {
  if (call.kind === 'multicall') return call.calls.flatMap(allowancesIn)
  return call.kind === 'approve' || call.kind === 'permit2' || (call.kind === 'approveAll' && call.approved) ? [call] : []
}

const hasUnknown = (call: DecodedCall): boolean =>
  call.kind === 'unknown' || call.kind === 'deploy' || (call.kind === 'multicall' && call.calls.some(hasUnknown))

function simulated({ simulation, context }: CallFacts, tokens: ReadonlyMap<string, Token | null>): AssetChange[] {
  if (!simulation?.ok) return []
  const { nativeCurrency } = context.network
  const direction = (amount: bigint) => (amount < 0n ? 'out' : 'in')
  const size = (amount: bigint) => (amount < 0n ? -amount : amount)
  const changes: AssetChange[] = simulation.tokens.map(({ token, amount }) => ({
    direction: direction(amount),
    amount: amountOf(size(amount), tokens.get(token)),
    symbol: symbolOf(tokens.get(token)),
    token,
  }))
  if (simulation.native !== 0n)
    changes.unshift({
      direction: direction(simulation.native),
      amount: formatUnits(size(simulation.native), nativeCurrency.decimals),
      symbol: nativeCurrency.symbol,
    })
  for (const { token, id, amount } of simulation.collectibles)
    changes.push({
      direction: direction(amount),
      amount: size(amount) === 1n ? null : String(size(amount)),
      symbol: symbolOf(tokens.get(token)),
      tokenId: String(id),
      token,
    })
  // What leaves comes first.
  return changes.sort((left, right) => (left.direction === right.direction ? 0 : left.direction === 'out' ? -1 : 1))
}

/** What the bytes themselves say leaves, for when nothing could be tried. */
function declared({ call, value, context }: CallFacts, tokens: ReadonlyMap<string, Token | null>): AssetChange[] {
  const changes: AssetChange[] = []
  const { nativeCurrency } = context.network
  if (value > 0n) changes.push({ direction: 'out', amount: formatUnits(value, nativeCurrency.decimals), symbol: nativeCurrency.symbol })
  const main = single(call)
  if (main.kind === 'transfer' && (main.from === undefined || main.from.toLowerCase() === context.account.toLowerCase())) {
    const token = tokens.get(main.token.toLowerCase())
    changes.push({ direction: 'out', amount: amountOf(main.amount, token), symbol: symbolOf(token), token: main.token })
  }
  if (main.kind === 'nft')
    main.ids.forEach((id, index) => {
      const amount = main.amounts[index] ?? 1n
      const symbol = symbolOf(tokens.get(main.token.toLowerCase()))
      changes.push({ direction: 'out', amount: amount === 1n ? null : String(amount), symbol, tokenId: String(id), token: main.token })
    })
  return changes
}

function titleOf({ call, value, context }: CallFacts, tokens: ReadonlyMap<string, Token | null>): ApprovalContent['title'] {
  const main = single(call)
  const token = 'token' in main ? tokens.get(main.token.toLowerCase()) : undefined
  const { nativeCurrency } = context.network
  if (main.kind === 'native')
    return { id: 'title.send', values: { amount: formatUnits(value, nativeCurrency.decimals), symbol: nativeCurrency.symbol } }
  if (main.kind === 'transfer') return { id: 'title.send', values: { amount: amountOf(main.amount, token), symbol: symbolOf(token) } }
  if (main.kind === 'nft') return { id: 'title.sendCollectible', values: { symbol: symbolOf(token) } }
  if (main.kind === 'wrap') return { id: main.unwrap ? 'title.unwrap' : 'title.wrap', values: { symbol: symbolOf(token) } }
  if (main.kind === 'approveAll') return { id: main.approved ? 'title.allowAll' : 'title.revokeAll', values: { symbol: symbolOf(token) } }
  if (main.kind === 'approve' || main.kind === 'permit2')
    return { id: main.amount === 0n ? 'title.revoke' : 'title.allow', values: { symbol: symbolOf(token) } }
  return { id: main.kind === 'deploy' ? 'title.deploy' : 'title.contract' }
}

/** Decides what an EVM call's approval says. */
export async function callContent(facts: CallFacts): Promise<Content> {
  const { call, to, simulation, context } = facts
  const addresses = [
    ...new Set([
      ...tokensIn(call),
      ...(simulation?.tokens ?? []).map(({ token }) => token),
      ...(simulation?.collectibles ?? []).map(({ token }) => token),
    ]),
  ]
  const tokens = new Map(
    await Promise.all(addresses.slice(0, 24).map(async (token) => [token, await readToken(context.rpc, token, context.account)] as const)),
  )
  const main = single(call)
  const warnings: Warning[] = []
  const rows: Row[] = []
  const address = (label: string, value: string) =>
    rows.push({ label, value, kind: 'address', firstTime: isFirstTime(value, context.known) })

  const recipient = main.kind === 'native' ? to : main.kind === 'transfer' || main.kind === 'nft' ? main.to : undefined
  const allowances = allowancesIn(call)
  const [first] = allowances
  const spender = first?.spender
  if (recipient) address('row.to', recipient)
  if (spender) address('row.spender', spender)
  if (!recipient && !spender && to) address(hasUnknown(main) || main.kind === 'multicall' ? 'row.contract' : 'row.with', to)
  if (main.kind === 'unknown') rows.push({ label: 'row.function', value: main.selector, kind: 'code' })

  let allowance: Allowance | undefined
  for (const item of allowances) {
    const token = tokens.get(item.token.toLowerCase())
    const endless = item.kind === 'approveAll' || unlimited(item.amount)
    if (endless)
      warnings.push({
        tone: 'warn',
        title: { id: 'warn.noLimit' },
        text: { id: 'warn.noLimitText', values: { symbol: symbolOf(token), spender: item.spender } },
      })
    if (item.kind !== 'approveAll' && item.amount > 0n && !allowance)
      allowance = {
        symbol: symbolOf(token),
        amount: endless ? null : amountOf(item.amount, token),
        ...(token?.balance != null ? { balance: amountOf(token.balance, token) } : {}),
        editable: main === item && item.kind === 'approve' && !item.increase && token != null,
      }
  }
  const similar = recipient ? lookAlikeOf(recipient, context.known) : undefined
  if (similar) warnings.push({ tone: 'neg', title: { id: 'warn.lookAlike' }, text: { id: 'warn.lookAlikeText' } })
  if (recipient && to && main.kind === 'transfer' && recipient.toLowerCase() === main.token.toLowerCase())
    warnings.push({ tone: 'neg', title: { id: 'warn.toToken' }, text: { id: 'warn.toTokenText' } })
  const failed = !simulation?.ok
  const dark = hasUnknown(call)
  if (simulation && !simulation.ok) warnings.push({ tone: 'neg', title: { id: 'warn.fails' }, text: { id: 'warn.failsText' } })
  else if (failed && (dark || main.kind === 'multicall'))
    warnings.push({
      tone: 'neg',
      title: { id: 'warn.noPreview' },
      text: { id: 'warn.noPreviewText', values: { host: new URL(context.origin).host } },
    })

  const endless = warnings.some(({ title }) => title.id === 'warn.noLimit')
  const plain = allowance || spender ? 'allow' : 'confirm'
  return {
    title: titleOf(facts, tokens),
    changes: simulation?.ok ? simulated(facts, tokens) : declared(facts, tokens),
    preview: failed ? 'failed' : 'done',
    ...(allowance ? { allowance } : {}),
    ...(similar && recipient ? { lookAlike: { address: recipient, known: similar } } : {}),
    warnings,
    rows,
    confirm: similar ? 'sendAnyway' : endless ? 'allowAnyway' : failed && (dark || simulation) ? 'confirmAnyway' : plain,
    // A call that nobody can read, and nobody could try, needs two separate answers.
    twice: dark && failed,
    counterparties: recipient ? [recipient] : [],
  }
}
