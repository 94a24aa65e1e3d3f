import { base58 } from '@scure/base'

const keyBytes = 32

/** What another family's address looks like (bech32: small letters), also with one slip in it: it is not taken for a key, which is half capitals. */
const bech32 = /^[a-z]{1,16}1[^A-Z]*[A-Z]?[^A-Z]*$/

/** Whether an address is of as many bytes as a key has: some texts of the right length are a byte shorter or longer. */
export const isRight = (address: string): boolean => base58.decode(address).length === keyBytes && !bech32.test(address)
