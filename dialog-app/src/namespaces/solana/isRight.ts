import { base58 } from '@scure/base'

const keyBytes = 32
/** Fewer letters are in the addresses of programs that are filled up with ones. */
const manyLetters = 16

/**
 * What another family's address looks like (bech32: letters of one case), also with one slip anywhere in it. It is not taken for a key, whose letters are
 * half capitals.
 */
function isOfOneCase(address: string): boolean {
  const small = address.replace(/[^a-z]/g, '').length
  const capital = address.replace(/[^A-Z]/g, '').length
  return Math.min(small, capital) <= 1 && Math.max(small, capital) >= manyLetters
}

/** Whether an address is of as many bytes as a key has: some texts of the right length are a byte shorter or longer. */
export const isRight = (address: string): boolean => base58.decode(address).length === keyBytes && !isOfOneCase(address)
