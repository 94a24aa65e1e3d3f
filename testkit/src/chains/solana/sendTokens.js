import {
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { faucetSeed } from './faucet.js'
import { genesisTokens } from './genesisTokens.js'

/**
 * The faucet of a local Solana chain sends some of a token that the chain has from the start.
 *
 * @param {string} url of the chain's node
 * @param {{ readonly key: string, readonly to: string, readonly amount: bigint }} request `key` as `npm start -- --json` calls the token; `amount` in its
 *   smallest unit
 * @returns the signature of the transaction, which the chain has run
 */
export async function sendTokens(url, { key, to, amount }) {
  const token = genesisTokens().find((one) => one.key === key)
  if (!token) throw new Error(`There is no ${key}.`)
  const [rpc, faucet] = [createSolanaRpc(url), await createKeyPairSignerFromPrivateKeyBytes(faucetSeed)]
  const mint = address(token.mint)
  const { value: account } = await rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send()
  if (!account) throw new Error(`There is no mint of ${key}.`)
  const tokenProgram = account.owner
  const [source] = await findAssociatedTokenPda({ mint, owner: faucet.address, tokenProgram })
  const [destination] = await findAssociatedTokenPda({ mint, owner: address(to), tokenProgram })
  const create = await getCreateAssociatedTokenIdempotentInstructionAsync({ payer: faucet, owner: address(to), mint, tokenProgram })
  const move = { source, mint, destination, authority: faucet, amount, decimals: token.decimals }
  const transfer = getTransferCheckedInstruction(move, { programAddress: tokenProgram })
  const { value: blockhash } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(faucet, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) => appendTransactionMessageInstructions([create, transfer], timed),
  )
  const signed = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
  return rpc.sendTransaction(signed, { encoding: 'base64' }).send()
}
