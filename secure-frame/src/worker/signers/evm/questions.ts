import { type Hex, numberToHex } from 'viem'
import { randomAddress } from './trial.js'

/* Questions to contracts around a trial. The asker is code at a random address, and it asks by STATICCALL: a contract cannot note that it was asked. */

/** What is asked: of a contract by its data; without data, how many coins the address has. */
export type Question = { readonly to: string; readonly data: string }

/**
 * Its call data is a word with an address, and then the data of the question. It answers one word, or nothing:
 * `size == 32 ? return BALANCE(address) : STATICCALL(address, data) && RETURNDATASIZE > 31 ? return word : return nothing`.
 */
const askerCode: Hex = '0x60203603806014576000353160005260206000f35b806020600037602060008260006000355afa601f3d11166020026000f3'

const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
/** Enough for any token's answer. */
const gas = numberToHex(500_000)

/** Asks questions in the words of `eth_simulateV1`. */
export function createAsker(baseFee: bigint | undefined) {
  const [from, to] = [randomAddress(), randomAddress()]
  const price = baseFee === undefined ? {} : { maxFeePerGas: numberToHex(baseFee * 2n), maxPriorityFeePerGas: '0x0' }
  return {
    overrides: { [from]: { balance: numberToHex(2n ** 96n) }, [to]: { code: askerCode } },
    /** @param first number of the first of them, among all that this asker asks */
    calls: (questions: readonly Question[], first: number) =>
      questions.map((question, index) => ({
        from,
        to,
        data: `0x${word(question.to)}${question.data.slice(2)}`,
        gas,
        nonce: numberToHex(first + index),
        ...price,
      })),
  }
}
