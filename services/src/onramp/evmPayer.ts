import { codes } from '@latchkey/protocol'
import { type Address, encodeFunctionData, erc20Abi, type Hex, isAddress, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { evmReader, readMany } from '../chainReads/evmReader.js'
import type { Chain } from '../config/chains.js'
import { type AskChain, NodeError } from '../gateway/askChain.js'
import type { Payer } from './payer.js'

/** Gas of the payout: of a coin, and of a token. */
const gasOf = { coin: 21_000n, token: 65_000n }

/** A node's answer to `eth_getTransactionReceipt`, as far as it is read. */
const receiptOfNode = z.object({ transactionHash: z.string(), status: z.enum(['0x0', '0x1']) }).nullable()

/** Pays out on EVM chains. @param key of the account that pays */
export function evmPayer(ask: AskChain, key: Hex): Payer {
  const account = privateKeyToAccount(key)
  const broadcast = async (chain: Chain, raw: string) => {
    // The chain may have it already: its receipt is read in any case.
    await ask(chain.caipNetworkId, 'eth_sendRawTransaction', [raw]).catch((error: unknown) => {
      if (!(error instanceof NodeError)) throw error
    })
  }
  /** Rejects for what is no receipt of this transaction. */
  const receiptOf = async (chain: Chain, hash: string) => {
    const receipt = receiptOfNode.parse(await ask(chain.caipNetworkId, 'eth_getTransactionReceipt', [hash]))
    if (receipt && receipt.transactionHash.toLowerCase() !== hash)
      throw new NodeError(codes.internal, 'The node answers for another transaction')
    return receipt
  }

  return {
    address: account.address,
    addressOf: (text) => (isAddress(text) ? text.toLowerCase() : undefined),
    tokenOf: (text) => text.toLowerCase(),
    stockOf: async (chain, coins) => {
      const reader = evmReader(ask, chain)
      const tokens = coins.flatMap(({ token }) => (token ? [token as Address] : []))
      const calls = tokens.map((address) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] }) as const)
      const [native, held] = await Promise.all([reader.getBalance({ address: account.address }), readMany(chain, reader, calls)])
      return coins.filter(({ token }) => {
        if (token === null) return native > 0n
        const answer = held[tokens.indexOf(token as Address)]
        return answer?.status === 'success' && (answer.result as bigint) > 0n
      })
    },
    feeOf: async (chain, { token }) => (token ? gasOf.token : gasOf.coin) * (await evmReader(ask, chain).getGasPrice()),
    sign: async (chain, order) => {
      const reader = evmReader(ask, chain)
      const to = order.address as Address
      const amount = BigInt(order.amount)
      const call = order.token
        ? { to: order.token as Address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }) }
        : { to, value: amount }
      const [nonce, gas, fees] = await Promise.all([
        reader.getTransactionCount({ address: account.address, blockTag: 'pending' }),
        reader.estimateGas({ account: account.address, ...call }),
        reader.estimateFeesPerGas(),
      ])
      // viem writes what is no number as 0.
      if (!Number.isSafeInteger(nonce)) throw new NodeError(codes.internal, 'The node answers with something that is no number')
      const raw = await account.signTransaction({
        ...call,
        chainId: Number(chain.id),
        nonce,
        // The recipient may be a contract that does a little more by then.
        gas: (gas * 12n) / 10n,
        maxFeePerGas: fees.maxFeePerGas * 2n,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      })
      return { nonce, raw, hash: keccak256(raw) }
    },
    follow: async (chain, { nonce, raw, hash }) => {
      let receipt = await receiptOf(chain, hash)
      if (!receipt) {
        await broadcast(chain, raw)
        // Read before the receipt: a transaction that is mined in between has used the nonce, too.
        const mined = await evmReader(ask, chain).getTransactionCount({ address: account.address })
        receipt = await receiptOf(chain, hash)
        // Another transaction has its nonce: this one can never be mined any more.
        if (!receipt) return mined > nonce ? 'lost' : 'pending'
      }
      return receipt.status === '0x0' ? 'failed' : 'done'
    },
  }
}
