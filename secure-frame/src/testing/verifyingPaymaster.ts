import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  type Abi,
  concat,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem'
import { entryPoint07Address, formatUserOperation, type RpcUserOperation, toPackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createRpc, type Rpc } from '../worker/signers/rpc.js'

const artifact = new URL(
  '../../../e2e/tools/contracts/node_modules/@account-abstraction/contracts/artifacts/VerifyingPaymaster.json',
  import.meta.url,
)
const abi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function getHash(PackedUserOperation userOp, uint48 validUntil, uint48 validAfter) view returns (bytes32)',
  'function depositTo(address account) payable',
])
/** Valid for ever. */
const times = encodeAbiParameters([{ type: 'uint48' }, { type: 'uint48' }], [0, 0])
const limits = { paymasterVerificationGasLimit: numberToHex(200_000), paymasterPostOpGasLimit: numberToHex(50_000) }

/**
 * The reference paymaster (account-abstraction 0.7) on a local chain, and the service that signs for it (ERC-7677). Its deposit pays.
 *
 * @param isWilling asked each time
 */
export async function openPaymaster(url: string, isWilling: () => boolean): Promise<{ readonly ask: Rpc; readonly address: Hex }> {
  const node = createRpc(url)
  const client = createPublicClient({ transport: http(url) })
  const [from] = (await node('eth_accounts', [])) as Hex[]
  const signer = privateKeyToAccount(generatePrivateKey())
  if (!from) throw new Error('No account')
  const wallet = createWalletClient({ account: from, transport: http(url) })
  const compiled = JSON.parse(await readFile(fileURLToPath(artifact), 'utf8')) as { readonly abi: Abi; readonly bytecode: Hex }
  const deployed = await wallet.deployContract({ chain: null, ...compiled, args: [entryPoint07Address, signer.address] })
  const { contractAddress: address } = await client.waitForTransactionReceipt({ hash: deployed, pollingInterval: 20 })
  if (!address) throw new Error('The paymaster was not deployed')
  const deposit = {
    chain: null,
    address: entryPoint07Address,
    abi,
    functionName: 'depositTo',
    args: [address],
    value: parseEther('5'),
  } as const
  await client.waitForTransactionReceipt({ hash: await wallet.writeContract(deposit), pollingInterval: 20 })

  async function signed(operation: RpcUserOperation<'0.7'>) {
    // It hashes where its data begins, not what is there: the signature comes afterwards.
    const packed = toPackedUserOperation(formatUserOperation(operation))
    const userOp = { ...packed, accountGasLimits: packed.accountGasLimits as Hex, gasFees: packed.gasFees as Hex }
    const hash = await client.readContract({ address: address ?? '0x', abi, functionName: 'getHash', args: [userOp, 0, 0] })
    return concat([times, await signer.signMessage({ message: { raw: hash } })])
  }

  const ask: Rpc = async (method, params) => {
    if (!isWilling()) throw Object.assign(new Error('The budget is spent'), { code: -32_000 })
    const [operation] = params as readonly RpcUserOperation<'0.7'>[]
    if (method === 'pm_getPaymasterData' && operation) return { paymaster: address, paymasterData: await signed(operation) }
    // Looks like a signature and costs like one.
    const dummy = await signer.signMessage({ message: 'dummy' })
    return { paymaster: address, paymasterData: concat([times, dummy]), ...limits }
  }
  return { ask, address }
}
