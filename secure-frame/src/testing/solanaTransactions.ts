import {
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'

/** A transaction as a page makes it with the reference library, base64. */
export function buildSolana(instructions: readonly Instruction[], payer: string, version: 'legacy' | 0 = 0): string {
  const message = pipe(
    createTransactionMessage({ version }),
    (tx) => setTransactionMessageFeePayer(address(payer), tx),
    (tx) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as never, lastValidBlockHeight: 1n },
        tx,
      ),
    (tx) => appendTransactionMessageInstructions(instructions as Instruction[], tx),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message as never))
}

/** Accounts of one address each, which nobody owns. */
export const solanaAddress = (index: number): string => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const letter = (at: number) => alphabet[at % alphabet.length] ?? '2'
  return `9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9Pus${letter(index + 20)}${letter(index * 7 + 3)}${letter(index * 3 + 5)}`
}
