import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { Server } from './server.ts'

/** The local Solana chain: its id, and its node, past everything that is tested. */
export function localSolana(server: Server) {
  const [id, url] = Object.entries(server.chains).find(([name]) => name.startsWith('solana:')) ?? []
  if (!id || !url) throw new Error('The server did not start a Solana chain.')
  const rpc = createSolanaRpc(url)
  return {
    id: id as `solana:${string}`,
    rpc,
    balance: async (of: string) => (await rpc.getBalance(address(of)).send()).value,
    /** A transfer that nobody has signed, as bytes. */
    async transfer(from: string, to: string, amount: bigint): Promise<number[]> {
      const { value } = await rpc.getLatestBlockhash().send()
      const source = createNoopSigner(address(from))
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (empty) => setTransactionMessageFeePayer(address(from), empty),
        (paid) => setTransactionMessageLifetimeUsingBlockhash(value, paid),
        (dated) =>
          appendTransactionMessageInstruction(
            getTransferSolInstruction({ source, destination: address(to), amount: lamports(amount) }),
            dated,
          ),
      )
      return [...getTransactionEncoder().encode(compileTransaction(message))]
    },
  }
}
