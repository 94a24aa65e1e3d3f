import {
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'

/** Lookup tables, by their address: the accounts in them. */
export type Tables = Readonly<Record<string, readonly string[]>>

/** A transaction as a page makes it with the reference library, base64. */
export function buildSolana(instructions: readonly Instruction[], payer: string, version: 'legacy' | 0 = 0, tables: Tables = {}): string {
  const message = pipe(
    createTransactionMessage({ version }),
    (tx) => setTransactionMessageFeePayer(address(payer), tx),
    (tx) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as never, lastValidBlockHeight: 1n },
        tx,
      ),
    (tx) => appendTransactionMessageInstructions(instructions as Instruction[], tx),
    (tx) => (version === 0 ? compressTransactionMessageUsingAddressLookupTables(tx as never, tables as never) : tx),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message as never))
}

/** Accounts of one address each, which nobody owns. */
export const solanaAddress = (index: number): string => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const letter = (at: number) => alphabet[at % alphabet.length] ?? '2'
  return `9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9Pus${letter(index + 20)}${letter(index * 7 + 3)}${letter(index * 3 + 5)}`
}
