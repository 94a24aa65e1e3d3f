import { type AccountName, defaultEvmCoinType } from '@latchkey/protocol'
import { type Address, keccak256, parseAbi, toHex } from 'viem'
import { type EvmReader, evmReader, nodeErrorIn } from '../chainReads/evmReader.js'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { AskChain } from '../gateway/askChain.js'
import { etherCoin } from './coinTypes.js'

/** What a name service says of an address. */
export type Named = {
  readonly name: string | null
  readonly avatar: string | null
  /** Milliseconds since 1970 at which its rent ends; left out for a name without one. */
  readonly rentedUntil?: number
  /** Where the name stands for the address, by coin type; empty where there is no name. */
  readonly addresses: AccountName['addresses']
}

export const nobody: Named = { name: null, avatar: null, addresses: {} }

const registrarAbi = parseAbi(['function nameExpires(uint256 id) view returns (uint256)'])

/**
 * The chain whose name service answers: Ethereum itself where it is configured, else the first chain that has one.
 *
 * @returns undefined when there is none
 */
export const ensChainOf = (chains: readonly Chain[]): Chain | undefined => {
  const served = chains.filter((chain) => chain.ens && isServed(chain))
  return served.find(({ caipNetworkId }) => caipNetworkId === 'eip155:1') ?? served[0]
}

/** Seconds since 1970 that a number can count in milliseconds, and no name is rented for longer. */
const lastSecond = 2n ** 40n

/** The name below `eth` that a name belongs to: it is rented, and what it says stays in the contracts when the rent ends. */
const rentedLabel = (name: string): string | undefined => {
  const labels = name.split('.')
  return labels.at(-1) === 'eth' ? labels.at(-2) : undefined
}

/** Milliseconds since 1970 at which the rent of a name ends; undefined for one without. */
async function rentedUntil(reader: EvmReader, chain: Chain, name: string): Promise<number | undefined> {
  const label = rentedLabel(name)
  const registrar = chain.ens?.registrar
  if (label === undefined || !registrar) return undefined
  const id = BigInt(keccak256(toHex(label)))
  const until = await reader.readContract({ address: registrar as Address, abi: registrarAbi, functionName: 'nameExpires', args: [id] })
  const seconds = until < lastSecond ? until : lastSecond
  return Number(seconds) * 1_000
}

const isOver = (until: number | undefined, now: number) => until !== undefined && until <= now

/** How a contract says that only a gateway knows the answer: `OffchainLookup` of EIP-3668. */
const offchainLookup = '0x556f1830'

/** What the chain answers; null where only a gateway knows: a server must not fetch addresses that contracts name. */
const onChain = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    const said = nodeErrorIn(error)?.data
    const data = typeof said === 'object' && said !== null && 'data' in said ? said.data : said
    if (typeof data === 'string' && data.startsWith(offchainLookup)) return null
    throw error
  })

/**
 * The primary name of an address (ENSIP-3, and that the name stands for the address, too) and its picture (ENSIP-12, where it is a plain https
 * address: what lies behind other kinds would have to be fetched). A name whose rent has ended is none, and neither is one that only a gateway knows.
 *
 * @param now milliseconds
 * @throws NodeError when the chain cannot be asked
 */
export async function ensNameOf(ask: AskChain, chain: Chain, address: string, now: number): Promise<Named> {
  const reader = evmReader(ask, chain)
  const universalResolverAddress = chain.ens?.universalResolver as Address
  const name = await onChain(reader.getEnsName({ address: address as Address, universalResolverAddress }))
  if (!name) return nobody
  const until = await rentedUntil(reader, chain, name)
  if (isOver(until, now)) return nobody
  const avatar = await onChain(reader.getEnsText({ name, key: 'avatar', universalResolverAddress }))
  const addresses = addressesOfEns(address, await isContract(reader, address))
  return { name, avatar: avatar?.startsWith('https://') ? avatar : null, addresses, ...(until === undefined ? {} : { rentedUntil: until }) }
}

/** Code that an account delegates to (EIP-7702) leaves it with its key. */
const delegation = '0xef0100'

async function isContract(reader: EvmReader, address: string): Promise<boolean> {
  const code = await reader.getCode({ address: address as Address })
  return code !== undefined && code !== '0x' && !code.startsWith(delegation)
}

/** A contract on Ethereum says nothing of the same address elsewhere, where money that is sent to it may be lost. */
const addressesOfEns = (address: string, isContract: boolean): AccountName['addresses'] => {
  const entry = { address: address as Address, created_at: null }
  return isContract ? { [etherCoin]: entry } : { [etherCoin]: entry, [defaultEvmCoinType]: entry }
}

/** The contract refused, which another try does not change: a name whose answer lies outside the chain, most likely. */
const isRefusal = (error: unknown): boolean => {
  const said = nodeErrorIn(error)
  return said !== undefined && said.retryAfter === undefined
}

/**
 * The addresses that a name stands for, by coin type: on Ethereum, and on every EVM chain where it is a key's.
 *
 * @param name normalised
 * @param now milliseconds
 * @returns null for a name that nobody has, whose rent has ended, or that only a gateway knows (EIP-3668): a server must not fetch addresses that
 *   contracts name
 * @throws NodeError when the chain cannot be asked
 */
export async function addressOfEns(
  ask: AskChain,
  chain: Chain,
  name: string,
  now: number = Date.now(),
): Promise<AccountName['addresses'] | null> {
  const reader = evmReader(ask, chain)
  try {
    const address = await reader.getEnsAddress({ name, universalResolverAddress: chain.ens?.universalResolver as Address })
    if (!address || isOver(await rentedUntil(reader, chain, name), now)) return null
    return addressesOfEns(address, await isContract(reader, address))
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
