import { erc20Abi, hexToBytes, keccak256, parseEther, parseUnits, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { jsonRpc } from './jsonRpc.js'
import { localContracts } from './localContracts.js'
import { faucetClient } from './localFaucet.js'
import { addressOfSeed } from './solana/faucet.js'
import { localSolanaId } from './solana/genesis.js'

/** Of the account that pays out what is bought in the sandbox. No secret: it is worth something on local chains only. */
const sandboxKey = keccak256(toHex('Latchkey local onramp'))

/** What the configuration says of buying coins of the local chains. No pool tells the price of the local SOL. */
export const onrampConfig = () => ({
  sandbox: { key: sandboxKey, chains: [...Object.keys(localContracts()), localSolanaId], prices: { [localSolanaId]: '150' } },
})

/**
 * Gives the sandbox coins of a local EVM chain, and dollars.
 *
 * @param {{ url: string, chainId: number }} options `url` of the node
 */
export async function fundSandbox({ url, chainId }) {
  const usdc = localContracts()[`eip155:${chainId}`]?.tokens.USDC
  if (!usdc) throw new Error(`Chain ${chainId} has no USDC.`)
  const client = faucetClient(url)
  const to = privateKeyToAddress(sandboxKey)
  const coins = await client.sendTransaction({ chain: null, to, value: parseEther('10000') })
  await client.waitForTransactionReceipt({ hash: coins })
  const args = /** @type {const} */ ([to, parseUnits('10000000', usdc.decimals)])
  const dollars = await client.writeContract({ chain: null, address: usdc.address, abi: erc20Abi, functionName: 'transfer', args })
  await client.waitForTransactionReceipt({ hash: dollars })
}

/**
 * Gives the sandbox coins of a local Solana chain, and dollars.
 *
 * @param {{ url: string }} options `url` of the node
 */
export async function fundSolanaSandbox({ url }) {
  const to = addressOfSeed(hexToBytes(sandboxKey))
  await jsonRpc(url, 'requestAirdrop', [to, 10_000_000_000_000])
  const { sendTokens } = await import('./solana/sendTokens.js')
  await sendTokens(url, { key: 'USDC', to, amount: 10_000_000_000_000n })
}
