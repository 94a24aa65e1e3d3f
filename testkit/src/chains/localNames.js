import { keccak256, parseAbi, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { localContracts } from './localContracts.js'
import { faucetClient } from './localFaucet.js'

/** Signs what the gateway for names answers on a developer's machine. No secret. */
const gatewayKey = keccak256(toHex('Latchkey local names'))

/** The zone whose resolver is on the first local chain. */
const zone = 'wallet.test'
const chainWithNames = 31_337

function resolverOf() {
  const resolver = localContracts()[`eip155:${chainWithNames}`]?.ens?.offchainResolver
  if (!resolver) throw new Error('The first local chain has no resolver for names off the chain.')
  return resolver
}

/** What the configuration says of names that are registered on a developer's machine. */
export const namesConfig = () => ({ zones: [zone], gateway: { resolver: resolverOf(), key: gatewayKey } })

/**
 * Tells the resolver of a local chain where its gateway is, and whose signature counts. Does nothing on a chain without one.
 *
 * @param {{ url: string, chainId: number, api: string }} options `url` of the node
 */
export async function setNamesGateway({ url, chainId, api }) {
  if (chainId !== chainWithNames) return
  const client = faucetClient(url)
  const hash = await client.writeContract({
    chain: null,
    address: resolverOf(),
    abi: parseAbi(['function setGateway(string url, address signer)']),
    functionName: 'setGateway',
    args: [`${api}/ccip/{sender}/{data}.json`, privateKeyToAddress(gatewayKey)],
  })
  await client.waitForTransactionReceipt({ hash })
}
