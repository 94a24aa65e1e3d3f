import { faucetSeed } from '@latchkey/testkit/src/chains/solana/faucet.js'
import {
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { findAssociatedTokenPda, getCreateAssociatedTokenIdempotentInstruction, getTransferCheckedInstruction } from '@solana-program/token'
import {
  type Address,
  BaseError,
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseGwei,
} from 'viem'
import { type Server, tokenOf } from './server.ts'

/* Coins, tokens and pictures for an address of a local chain, from the faucet; and trades of the faucet's. Each waits until it is in the chain. */

type Evm = `eip155:${number}`
type Network = Evm | `solana:${string}`
type Transfer = { readonly network: Network; readonly to: string; readonly amount: bigint }

const isEvm = (network: Network): network is Evm => network.startsWith('eip155:')
const deadline = 2n ** 63n
const functions = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function mint(address to, string uri)',
  'function mint(address to, uint256 id, uint256 amount, string uri)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 sold, uint256 least, address[] path, address to, uint256 deadline)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) returns (uint256)',
])

function urlOf(server: Server, network: Network) {
  const url = server.chains[network]
  if (!url) throw new Error(`The server did not start ${network}.`)
  return url
}

/** The same for all of them: none takes the place of another one that waits. */
const fees = { maxFeePerGas: parseGwei('1000'), maxPriorityFeePerGas: parseGwei('1') }
const mostTries = 100

/** Two that ask the node at the same time may be given the same number: one of them is refused, and asks again. */
const isTaken = (error: unknown) => error instanceof BaseError && /nonce too (?:low|high)|underpriced|already imported/.test(error.details)

/** A transaction of the faucet, once it is in the chain. Several may be under way at the same time. */
async function fromFaucet(server: Server, network: Evm, call: { to: Address; data?: Hex; value?: bigint }): Promise<Hex> {
  const transport = http(urlOf(server, network))
  const { faucet } = server.contracts[network] ?? {}
  if (!faucet) throw new Error(`${network} has no faucet.`)
  const node = createTestClient({ mode: 'anvil', transport })
  await node.impersonateAccount({ address: faucet })
  for (let tries = 1; ; tries++)
    try {
      const hash = await node.sendUnsignedTransaction({ from: faucet, ...call, ...fees })
      const { status } = await createPublicClient({ transport, pollingInterval: 20 }).waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`The faucet's transaction ${hash} failed.`)
      return hash
    } catch (error) {
      if (tries === mostTries || !isTaken(error)) throw error
    }
}

async function splTransfer(server: Server, network: Network, { to, amount, token }: { to: string; amount: bigint; token: string }) {
  const rpc = createSolanaRpc(urlOf(server, network))
  const faucet = await createKeyPairSignerFromPrivateKeyBytes(faucetSeed)
  const mint = address(tokenOf(server, network, token))
  const { value: account } = await rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send()
  if (!account || !('parsed' in account.data)) throw new Error(`${token} is no mint.`)
  const { decimals } = account.data.parsed.info as { decimals: number }
  const tokenProgram = account.owner
  const [source] = await findAssociatedTokenPda({ mint, owner: faucet.address, tokenProgram })
  const [destination] = await findAssociatedTokenPda({ mint, owner: address(to), tokenProgram })
  const { value: blockhash } = await rpc.getLatestBlockhash().send()
  const signed = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(faucet, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
      (dated) =>
        appendTransactionMessageInstructions(
          [
            getCreateAssociatedTokenIdempotentInstruction({ payer: faucet, ata: destination, owner: address(to), mint, tokenProgram }),
            getTransferCheckedInstruction(
              { source, mint, destination, authority: faucet, amount, decimals },
              { programAddress: tokenProgram },
            ),
          ],
          dated,
        ),
    ),
  )
  return rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
}

/** Sends native coins, in their smallest unit. Returns the transaction's hash, on Solana its signature. */
export async function sendCoin(server: Server, { network, to, amount }: Transfer): Promise<string> {
  if (isEvm(network)) return fromFaucet(server, network, { to: to as Address, value: amount })
  return createSolanaRpc(urlOf(server, network)).requestAirdrop(address(to), lamports(amount)).send()
}

/** Sends a token by its name in `server.tokens`, in its smallest unit. */
export async function sendToken(server: Server, { network, to, amount, token }: Transfer & { readonly token: string }): Promise<string> {
  if (!isEvm(network)) return splTransfer(server, network, { to, amount, token })
  const data = encodeFunctionData({ abi: functions, functionName: 'transfer', args: [to as Address, amount] })
  return fromFaucet(server, network, { to: tokenOf(server, network, token) as Address, data })
}

type Nft = {
  readonly network: Evm
  readonly to: Address
  /** Of its metadata; left out: a picture on chain. */
  readonly uri?: string
  /** Makes so many of one kind of `ITEMS` (ERC-1155); left out: the next one of `PICTURES` (ERC-721). */
  readonly item?: { readonly id: bigint; readonly amount: bigint }
}

/** Makes an NFT for somebody. */
export function mintNft(server: Server, { network, to, uri = '', item }: Nft): Promise<Hex> {
  const collection = tokenOf(server, network, item ? 'ITEMS' : 'PICTURES') as Address
  const args = item ? ([to, item.id, item.amount, uri] as const) : ([to, uri] as const)
  return fromFaucet(server, network, { to: collection, data: encodeFunctionData({ abi: functions, functionName: 'mint', args }) })
}

type Swap = {
  readonly network: Evm
  /** Names of tokens. */
  readonly sell: string
  readonly buy: string
  readonly amount: bigint
  /** In millionths, of a v3 pool; left out: the v2 pair. */
  readonly fee?: number
  /** Who gets what was bought; left out: the faucet. */
  readonly to?: Address
}

/** Sells one of the faucet's tokens for another, at whatever price: that is how a test moves a pool. One sale of a token at a time. */
export async function swapOnPool(server: Server, { network, sell, buy, amount, fee, to }: Swap): Promise<Hex> {
  const { pools, contracts } = { pools: server.pools[network], contracts: server.contracts[network] }
  if (!pools || !contracts) throw new Error(`${network} has no pools.`)
  const [tokenIn, tokenOut] = [sell, buy].map((name) => tokenOf(server, network, name)) as [Address, Address]
  const recipient = to ?? contracts.faucet
  const router = fee === undefined ? pools.v2Router : pools.swapRouter02
  const allow = (allowed: bigint) =>
    fromFaucet(server, network, {
      to: tokenIn,
      data: encodeFunctionData({ abi: functions, functionName: 'approve', args: [router, allowed] }),
    })
  // As USDT wants it: from zero only.
  await allow(0n)
  await allow(amount)
  const data =
    fee === undefined
      ? encodeFunctionData({
          abi: functions,
          functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
          args: [amount, 0n, [tokenIn, tokenOut], recipient, deadline],
        })
      : encodeFunctionData({
          abi: functions,
          functionName: 'exactInputSingle',
          args: [{ tokenIn, tokenOut, fee, recipient, amountIn: amount, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }],
        })
  return fromFaucet(server, network, { to: router, data })
}
