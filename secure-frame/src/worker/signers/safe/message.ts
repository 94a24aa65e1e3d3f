import { type Hex, hashTypedData, hexToBytes, serializeErc6492Signature } from 'viem'
import type { SignerContext, SmartAccount } from '../context.js'
import { signHash, toSignature } from '../evm/keys.js'
import { deploymentOf } from './account.js'
import { isDeployed } from './deployed.js'

const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const

/** What an owner signs so that a Safe answers ERC-1271 for a hash: bound to the account and the chain, and never a transaction. */
const messageHash = (account: Hex, chainId: number, hash: Hex): Hex =>
  hashTypedData({ types, primaryType: 'SafeMessage', domain: { chainId, verifyingContract: account }, message: { message: hash } })

/** Signs a hash as a smart account (ERC-1271). Before it is deployed the signature says how it would be (ERC-6492). */
export async function signForSafe({ network, rpc, withKey }: SignerContext, { address, owner }: SmartAccount, hash: Hex): Promise<Hex> {
  const digest = hexToBytes(messageHash(address, Number(network.id), hash))
  const signature = toSignature(await withKey('evm', (key) => signHash(key, digest)))
  if (await isDeployed(rpc, address)) return signature
  const { factory, factoryData } = deploymentOf(owner)
  return serializeErc6492Signature({ address: factory, data: factoryData, signature })
}
