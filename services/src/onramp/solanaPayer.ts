import { randomInt } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { type Hex, hexToBytes } from 'viem'
import { z } from 'zod'
import { lamports } from '../chainReads/lamports.js'
import { tokenPrograms } from '../chainReads/tokenPrograms.js'
import type { Chain } from '../config/chains.js'
import { type AskChain, NodeError } from '../gateway/askChain.js'
import type { Payer } from './payer.js'
import { tokenAccountOf, transferMessage } from './solanaTransfer.js'

/** Lamports: of one signature, and of an account for a token, which the buyer may not have. */
const signatureFee = 5_000n
const tokenAccountRent = 2_039_280n
/** Compute units: more than a payout takes. Each payout has a limit of its own, which makes its bytes unique. */
const leastUnits = 200_000
const mostUnits = 1_400_000
/** JSON-RPC's code of a node that tried a transaction and would refuse it. */
const preflight = -32_002

const balance = z.object({ value: lamports })
const latest = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int() }) })
const tried = z.object({ value: z.object({ err: z.unknown() }) })
const statuses = z.object({
  value: z.tuple([z.object({ err: z.unknown(), confirmationStatus: z.string().nullish() }).nullable()]),
})
const held = z.object({
  value: z.array(
    z.object({
      pubkey: z.string(),
      account: z.object({ data: z.object({ parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) }) }) }),
    }),
  ),
})

/** Whether it is 32 bytes in base58. */
function isKey(text: string): boolean {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

/** Pays out on Solana chains: the coin, and tokens of the first token program. @param key 32 bytes, as the seed of an Ed25519 key */
export function solanaPayer(ask: AskChain, key: Hex): Payer {
  const seed = hexToBytes(key)
  const address = base58.encode(ed25519.getPublicKey(seed))
  const statusOf = async ({ caipNetworkId }: Chain, hash: string) =>
    statuses.parse(await ask(caipNetworkId, 'getSignatureStatuses', [[hash], { searchTransactionHistory: true }])).value[0]

  return {
    address,
    addressOf: (text) => (isKey(text) ? text : undefined),
    tokenOf: (text) => text,
    stockOf: async ({ caipNetworkId }, coins) => {
      const [native, accounts] = await Promise.all([
        ask(caipNetworkId, 'getBalance', [address]),
        ask(caipNetworkId, 'getTokenAccountsByOwner', [address, { programId: tokenPrograms[0] }, { encoding: 'jsonParsed' }]),
      ])
      const full = held.parse(accounts).value.filter(({ account }) => BigInt(account.data.parsed.info.tokenAmount.amount) > 0n)
      const coin = balance.parse(native).value
      return coins.filter(({ token }) =>
        token === null ? coin > 0n : full.some(({ pubkey }) => pubkey === tokenAccountOf(address, token)),
      )
    },
    feeOf: async (_chain, { token }) => (token ? signatureFee + tokenAccountRent : signatureFee),
    sign: async ({ caipNetworkId }, order) => {
      const { blockhash, lastValidBlockHeight } = latest.parse(
        await ask(caipNetworkId, 'getLatestBlockhash', [{ commitment: 'confirmed' }]),
      ).value
      const message = transferMessage({
        ...{ from: address, to: order.address, amount: BigInt(order.amount), blockhash },
        ...(order.token ? { token: { mint: order.token, decimals: order.decimals } } : {}),
        units: randomInt(leastUnits, mostUnits),
      })
      const signature = ed25519.sign(message, seed)
      const raw = Buffer.concat([Uint8Array.of(1), signature, message]).toString('base64')
      // A transaction that the chain would refuse is not stored: it would count as pending until its blockhash expires.
      const { err } = tried.parse(await ask(caipNetworkId, 'simulateTransaction', [raw, { encoding: 'base64' }])).value
      if (err !== null && err !== undefined) throw new NodeError(preflight, `The payout would fail: ${JSON.stringify(err)}`)
      return { nonce: lastValidBlockHeight, raw, hash: base58.encode(signature) }
    },
    follow: async (chain, { nonce, raw, hash }) => {
      let status = await statusOf(chain, hash)
      if (!status) {
        await ask(chain.caipNetworkId, 'sendTransaction', [raw, { encoding: 'base64' }]).catch((error: unknown) => {
          if (!(error instanceof NodeError)) throw error
        })
        // Read before the status: a transaction in the last block that accepts it is not lost.
        const height = z.coerce.number().parse(await ask(chain.caipNetworkId, 'getBlockHeight', [{ commitment: 'finalized' }]))
        status = await statusOf(chain, hash)
        if (!status) return height > nonce ? 'lost' : 'pending'
      }
      if (status.err !== null && status.err !== undefined) return 'failed'
      return status.confirmationStatus === 'processed' ? 'pending' : 'done'
    },
  }
}
