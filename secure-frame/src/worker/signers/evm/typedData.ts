import { formatUnits, hashTypedData } from 'viem'
import type { Prepared, Row, Warning, Words } from '../../approve/content.js'
import { type TypedData, typedDataParams } from '../../policy/evmParams.js'
import { notAllowed } from '../../policy/refusals.js'
import { utf8 } from '../../vault/bytes.js'
import { isFirstTime, type SignerContext } from '../context.js'
import { readable } from '../readable.js'
import { refuseOwnDomain } from '../safe/own.js'
import { permit2 } from './decodeCall.js'
import { signAs } from './signAs.js'
import { readToken } from './tokens.js'

/** EIP-4337 entry points: a user operation's hash must never be signed as if it were a page's data. */
const entryPoints = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
]
/** Seaport's deployments. */
const seaports = [
  '0x0000000000000068f116a894984e2db1123eb395',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '0x00000000000001ad428e4906ae43d8f9852d0dd6',
]

type Spending = { readonly token: string; readonly spender: string; readonly amount: bigint }

const record = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {})
const whole = (value: unknown) => {
  try {
    return BigInt(String(value))
  } catch {
    return 0n
  }
}

/** Permissions to spend that hide in a signature: EIP-2612, Dai's, and Permit2's. */
function spendings({ primaryType, domain, message }: TypedData): Spending[] {
  const contract = domain.verifyingContract?.toLowerCase() ?? ''
  const spender = String(message.spender ?? '')
  if (primaryType === 'Permit' && contract)
    return [{ token: contract, spender, amount: 'allowed' in message ? (message.allowed ? 2n ** 256n - 1n : 0n) : whole(message.value) }]
  if (contract !== permit2) return []
  const parts = [message.details, message.permitted].flatMap((part) => (Array.isArray(part) ? part : part ? [part] : []))
  return parts.map((part) => ({ token: String(record(part).token ?? ''), spender, amount: whole(record(part).amount) }))
}

const isOrder = ({ primaryType, domain }: TypedData) =>
  (primaryType === 'OrderComponents' || primaryType === 'BulkOrder') && seaports.includes(domain.verifyingContract?.toLowerCase() ?? '')

/** A message's fields as lines, in the order of their types; only what is signed is shown. */
function lines({ types }: TypedData, type: string, value: unknown, indent = 0): string[] {
  const fields = types[type]
  if (!fields || indent > 16) return [`${'  '.repeat(indent)}${readable(String(value))}`]
  return fields.flatMap(({ name, type: fieldType }) => {
    const item = record(value)[name]
    const inner = fieldType.replace(/\[\d*\]$/, '')
    const head = `${'  '.repeat(indent)}${readable(name)}:`
    if (inner !== fieldType && Array.isArray(item))
      return [
        head,
        ...item
          .slice(0, 1_000)
          .flatMap((part) =>
            types[inner] ? lines({ types } as TypedData, inner, part, indent + 1) : [`${'  '.repeat(indent + 1)}${readable(String(part))}`],
          ),
      ]
    return types[fieldType] ? [head, ...lines({ types } as TypedData, fieldType, item, indent + 1)] : [`${head} ${readable(String(item))}`]
  })
}

/** Domains that no page may have signed: the account itself, an entry point, another chain. */
function refuseDomain({ domain }: TypedData, context: SignerContext): void {
  const { account, network } = context
  const contract = domain.verifyingContract?.toLowerCase()
  if (contract && (contract === account.toLowerCase() || entryPoints.includes(contract))) throw notAllowed('verifyingContract')
  refuseOwnDomain(contract, context)
  if (domain.chainId !== undefined && Number(domain.chainId) !== Number(network.id)) throw notAllowed('chainId')
}

/**
 * Prepares `eth_signTypedData_v4`. Permissions to spend are shown as money.
 *
 * @throws RpcError 4200 for another account, another chain, or a domain that controls the account; -32602 when the data cannot be hashed
 */
export async function prepareTypedData(params: unknown, context: SignerContext): Promise<Prepared> {
  const data = typedDataParams(params, context.account)
  refuseDomain(data, context)
  const hash = hashTypedData(data as never)
  const warnings: Warning[] = []
  const rows: Row[] = []
  let title: Words = { id: 'title.typedData' }
  let endless = false
  for (const { token: address, spender, amount } of spendings(data)) {
    const token = await readToken(context.rpc, address, context.account)
    const symbol = token?.symbol ?? '?'
    const unlimited = amount >= 2n ** 159n
    endless ||= unlimited
    title = { id: 'title.allow', values: { symbol } }
    if (unlimited)
      warnings.push({ tone: 'warn', title: { id: 'warn.noLimit' }, text: { id: 'warn.noLimitText', values: { symbol, spender } } })
    rows.push({
      label: 'row.limit',
      value: unlimited ? `∞ ${symbol}` : `${token ? formatUnits(amount, token.decimals) : amount} ${symbol}`,
      kind: 'text',
    })
    rows.push({ label: 'row.spender', value: spender, kind: 'address', firstTime: isFirstTime(spender, context.known) })
  }
  if (isOrder(data)) {
    title = { id: 'title.order' }
    warnings.push({ tone: 'warn', title: { id: 'warn.order' }, text: { id: 'warn.orderText' } })
  }
  const { name, verifyingContract } = data.domain
  if (name) rows.push({ label: 'row.app', value: readable(name), kind: 'text' })
  if (verifyingContract) rows.push({ label: 'row.contract', value: verifyingContract, kind: 'address' })
  rows.push({ label: 'row.network', value: context.network.name, kind: 'text' })
  return {
    content: {
      title,
      kind: 'typedData',
      changes: [],
      preview: 'none',
      warnings,
      rows,
      message: [`${readable(data.primaryType)}`, ...lines(data, data.primaryType, data.message, 1)].join('\n'),
      details: [{ label: 'detail.account', value: context.account, kind: 'code' }],
      blocked: false,
      confirm: endless ? 'allowAnyway' : 'sign',
      twice: false,
    },
    payload: utf8(JSON.stringify({ ...data, hash })),
    execute: async (payload) => {
      const { hash: approved } = JSON.parse(new TextDecoder().decode(payload)) as { hash: `0x${string}` }
      return signAs(context, approved)
    },
    counterparties: [],
  }
}
