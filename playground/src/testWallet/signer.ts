import { createWalletClient, defineChain, formatEther, type Hex, hexToString, http, isHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { LocalChain } from './chains.js'
import type { Prompt } from './prompt.js'

/**
 * Keys of the first two accounts of the phrase that local chains fund, as public as the phrase. Deriving them from it takes a fifth of a second of each
 * visit.
 */
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

/** Accounts the user may choose from. */
export const accounts: readonly PrivateKeyAccount[] = keys.map((key) => privateKeyToAccount(key))

export type Transaction = {
  readonly to?: Hex
  readonly value?: Hex
  readonly data?: Hex
  readonly gas?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  readonly nonce?: Hex
}

const big = (value: Hex | undefined) => (value === undefined ? undefined : BigInt(value))

/** What is left of an object without its undefined entries. */
const defined = <T extends object>(value: T) => Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined))

/** Signs with the account's key and broadcasts to the chain. Returns the hash. */
export function sendTransaction(account: PrivateKeyAccount, chain: LocalChain, transaction: Transaction): Promise<Hex> {
  const client = createWalletClient({
    account,
    chain: defineChain({
      id: chain.id,
      name: chain.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    }),
    transport: http(chain.rpcUrl, { retryCount: 0 }),
  })
  const { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas, nonce } = transaction
  return client.sendTransaction({
    ...defined({
      to,
      data,
      value: big(value),
      gas: big(gas),
      maxFeePerGas: big(maxFeePerGas),
      maxPriorityFeePerGas: big(maxPriorityFeePerGas),
      nonce: nonce === undefined ? undefined : Number(nonce),
    }),
  })
}

/** The text that `personal_sign` really asks about: hex is decoded, so nobody approves a riddle. */
export const readable = (message: string): string => (isHex(message) ? hexToString(message) : message)

/** The question for a transaction. */
export function transactionPrompt(account: PrivateKeyAccount, chain: LocalChain, transaction: Transaction): Prompt {
  return {
    title: 'Send this transaction?',
    approve: 'Send',
    facts: [
      ['Network', chain.name],
      ['From', account.address],
      ['To', transaction.to ?? 'a new contract'],
      ['Amount', `${formatEther(big(transaction.value) ?? 0n)} ETH`],
      ...(transaction.data && transaction.data !== '0x' ? [['Data', transaction.data] as const] : []),
    ],
  }
}
