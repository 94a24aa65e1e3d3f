import { bySelector, type Reader } from './selectors.js'

/** A call as a node gets it. */
export type RawCall = { readonly to?: string; readonly data: `0x${string}`; readonly value: bigint }
/** What a call makes another contract do. */
export type Wrapped = {
  readonly calls: readonly RawCall[]
  /** Code of somebody else that runs in the place of the contract that is called, with everything that it owns. */
  readonly code: readonly string[]
}

type Hex = `0x${string}`
type Wrap = (to: string) => Reader<Wrapped>

const plain = (calls: readonly RawCall[]): Wrapped => ({ calls, code: [] })
/** Calls of a contract to itself. */
const ofSelf =
  (at: number): Wrap =>
  (to) =>
  (args) =>
    plain((args[at] as readonly Hex[]).map((data) => ({ to, data, value: 0n })))
/** A list of calls to anybody. */
const list =
  (at: number): Wrap =>
  () =>
  (args) =>
    plain(
      (args[at] as readonly { target: string; callData: Hex; value?: bigint }[]).map(({ target, callData, value }) => ({
        to: target,
        data: callData,
        value: value ?? 0n,
      })),
    )
/** One call; operation 1 is a DELEGATECALL (Safe and its like). */
const one: Wrap =
  () =>
  ([target, value, data, operation]: readonly unknown[]) => ({
    calls: [{ to: target as string, data: data as Hex, value: value as bigint }],
    code: Number(operation ?? 0) === 1 ? [target as string] : [],
  })

/** Safe's list: one byte operation, address, value, length and data, each behind the other. */
const multiSend: Wrap = () => (args) => {
  const bytes = (args[0] as Hex).slice(2)
  const calls: RawCall[] = []
  const code: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.slice(at + 106, at + 170), 16) * 2
    if (!Number.isSafeInteger(length) || at + 170 + length > bytes.length) return undefined
    const to = `0x${bytes.slice(at + 2, at + 42)}`
    calls.push({ to, data: `0x${bytes.slice(at + 170, at + 170 + length)}`, value: BigInt(`0x${bytes.slice(at + 42, at + 106)}`) })
    if (bytes.slice(at, at + 2) !== '00') code.push(to)
    at += 170 + length
  }
  return { calls, code }
}
const parallel: Wrap =
  () =>
  ([targets, values, datas]: readonly unknown[]) => {
    const [to, value, data] = [targets as readonly string[], values as readonly bigint[], datas as readonly Hex[]]
    if (to.length !== data.length || (value.length !== 0 && value.length !== to.length)) return undefined
    return plain(to.map((target, index) => ({ to: target, data: data[index] ?? '0x', value: value[index] ?? 0n })))
  }

export const wrapperTable: Readonly<Record<string, Wrap>> = {
  'multicall(bytes[] calls)': ofSelf(0),
  'multicall(uint256 deadline, bytes[] calls)': ofSelf(1),
  'multicall(bytes32 previousBlockhash, bytes[] calls)': ofSelf(1),
  'batch(bytes[] calls, bool revertOnFail)': ofSelf(0),
  'aggregate((address target, bytes callData)[] calls)': list(0),
  'tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)': list(1),
  'blockAndAggregate((address target, bytes callData)[] calls)': list(0),
  'tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls)': list(1),
  'aggregate3((address target, bool allowFailure, bytes callData)[] calls)': list(0),
  'aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)': list(0),
  'executeBatch((address target, uint256 value, bytes callData)[] calls)': list(0),
  'executeBatch(address[] dest, uint256[] value, bytes[] func)': parallel,
  'execute(address dest, uint256 value, bytes func)': one,
  'execute(address to, uint256 value, bytes data, uint8 operation)': one,
  'execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)': one,
  'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)':
    one,
  // DSProxy: the target's code runs in the proxy's place.
  'execute(address target, bytes data)':
    (to) =>
    ([target, data]: readonly unknown[]) => ({ calls: [{ to, data: data as Hex, value: 0n }], code: [target as string] }),
  'multiSend(bytes transactions)': multiSend,
}
const find = bySelector(wrapperTable)

/** Calls inside a call; null when it is no wrapper that is known by name. */
export function unwrap({ to, data }: Pick<RawCall, 'to' | 'data'>): Wrapped | null {
  if (to === undefined) return null
  const found = find(data)
  return found?.entry(to)(found.args) ?? null
}
