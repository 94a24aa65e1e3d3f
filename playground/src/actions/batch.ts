import { type Hex, parseEther } from 'viem'
import type { Provider } from '../sdk/modal.js'

/** What became of a batch (EIP-5792). */
export type BatchStatus = {
  readonly status: number
  readonly atomic: boolean
  readonly receipts?: readonly { readonly transactionHash: Hex; readonly status: Hex; readonly gasUsed: Hex }[]
}

export type Batch = { readonly id: string; readonly status: BatchStatus }

/** Milliseconds between two looks at the status, and until we stop looking. */
const pollInterval = 500
const timeout = 60_000

/** Asks what the account can do on each chain (`wallet_getCapabilities`). */
export async function readCapabilities(provider: Provider, address: Hex): Promise<unknown> {
  return provider.request({ method: 'wallet_getCapabilities', params: [address] })
}

/** Asks how far a batch is (`wallet_getCallsStatus`). */
export async function readStatus(provider: Provider, id: string): Promise<BatchStatus> {
  return (await provider.request({ method: 'wallet_getCallsStatus', params: [id] })) as BatchStatus
}

/**
 * Sends the same amount to several addresses in one batch (`wallet_sendCalls`) and waits until it is settled. A smart account does all of it or
 * nothing; a key's own account sends one transaction after the other.
 *
 * @param amount in whole coins, for example '0.01'
 */
export async function sendBatch(
  provider: Provider,
  { from, to, amount, atomic }: { from: Hex; to: readonly string[]; amount: string; atomic: boolean },
  onId: (id: string) => void,
): Promise<Batch> {
  const chainId = (await provider.request({ method: 'eth_chainId' })) as Hex
  const value: Hex = `0x${parseEther(amount).toString(16)}`
  const calls = to.map((address) => ({ to: address, value }))
  const request = { version: '2.0.0', chainId, from, atomicRequired: atomic, calls }
  const { id } = (await provider.request({ method: 'wallet_sendCalls', params: [request] })) as { id: string }
  onId(id)
  const deadline = Date.now() + timeout
  for (;;) {
    const status = await readStatus(provider, id)
    if (status.status !== 100 || Date.now() > deadline) return { id, status }
    await new Promise((resolve) => setTimeout(resolve, pollInterval))
  }
}
