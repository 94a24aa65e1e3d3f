import { createPublicClient, createTestClient, createWalletClient, getAddress, http, keccak256, parseEther, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** @import { Abi, Address } from 'viem' */
/** @import { Artifact } from './artifacts.js' */

/** @typedef {{ address: Address, abi: Abi }} Contract */

/** Whatever it costs: estimating would take longer. */
const gas = 15_000_000n

/**
 * An account of its own that puts contracts onto a local chain, one transaction after the other: so the same contracts have the same addresses
 * whenever this runs.
 *
 * @param {{ url: string, chainId: number }} chain
 */
export async function createDeployer({ url, chainId }) {
  const account = privateKeyToAccount(keccak256(toHex(`Latchkey deployer of chain ${chainId}`)))
  const chain = {
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }
  const transport = http(url)
  const reader = createPublicClient({ chain, transport, pollingInterval: 5 })
  const wallet = createWalletClient({ chain, transport, account })
  const test = createTestClient({ chain, transport, mode: 'anvil' })
  await test.setBalance({ address: account.address, value: parseEther('1000000') })

  async function included(/** @type {import('viem').Hash} */ hash) {
    const receipt = await reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`A transaction failed: ${hash}`)
    return receipt
  }

  return {
    account: account.address,
    reader,
    test,
    async deploy(/** @type {Artifact} */ { abi, bytecode }, /** @type {readonly unknown[]} */ ...args) {
      const { contractAddress } = await included(await wallet.deployContract({ abi, bytecode, args, gas }))
      if (!contractAddress) throw new Error('A contract has no address.')
      return { address: getAddress(contractAddress), abi }
    },
    /** Puts code at an address that is known everywhere. */
    place: (/** @type {Address} */ address, /** @type {import('viem').Hex} */ bytecode) => test.setCode({ address, bytecode }),
    send: async (
      /** @type {Contract} */ { address, abi },
      /** @type {string} */ functionName,
      /** @type {readonly unknown[]} */ args,
      value = 0n,
    ) => included(await wallet.writeContract({ address, abi, functionName, args, value, gas })),
    read: (/** @type {Contract} */ { address, abi }, /** @type {string} */ functionName, /** @type {readonly unknown[]} */ args) =>
      reader.readContract({ address, abi, functionName, args }),
    /** A transaction of an account whose key the node has. */
    async sendAs(
      /** @type {Address} */ from,
      /** @type {Contract} */ { address, abi },
      /** @type {string} */ functionName,
      /** @type {readonly unknown[]} */ args,
    ) {
      const owner = createWalletClient({ chain, transport, account: from })
      return included(await owner.writeContract({ address, abi, functionName, args, gas }))
    },
  }
}
