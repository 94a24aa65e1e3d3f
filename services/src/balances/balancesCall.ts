import type { Address, Hex } from 'viem'

/*
 * What an address has of hundreds of tokens, in one call of a few kilobytes. It brings its own code, which runs as if it created a contract: it
 * asks one token after the other, and returns their answers where a contract's code would be. The same by Multicall3 is thirteen times as long to
 * send and five times as long to receive, and writing and reading that takes longer than the node's own work. What is more, here a token gets no
 * more gas than it may need, and its answer is cut to a word: one that burns gas or returns megabytes does not spoil the answers of the others.
 */

/** Tokens of one call: 24,576 bytes are the most that a contract's code may have (EIP-170). */
export const mostAtOnce = 700

/** Bytes of an answer: whether there is one, and the amount. */
const answerSize = 33

/** On the stack of the loop: where the next token is, and above it where its answer goes. Memory: the question at 0x1c, answers from 0x40 on. */
const code: Hex = `0x${[
  '6370a08231600052', // mstore(0, balanceOf's selector)
  '6020604e602039', // codecopy(0x20, 78, 32): the holder, which follows this code
  '606e6040', // push 110, push 0x40: the tokens follow the holder
  '5b388210156046', // loop, at 0x13: if no token is left,
  '57', // jump to the end
  '6014828239', // codecopy(answer, token, 20)
  '602081600101', // 32 bytes of what it returns go behind the answer's first byte
  '6024601c', // the question has 36 bytes
  '845160601c', // the token
  '620f4240fa', // staticcall with 1,000,000 gas: those that compute what somebody has, as shares of a vault, take some hundred thousand
  '601f3d1116', // it succeeded and returned more than 31 bytes
  '8153', // mstore8(answer, that)
  '602101', // the next answer
  '9060140190', // the next token
  '601356', // jump to the loop
  '5b604090036040f3', // end, at 0x46: return all from 0x40 on
].join('')}`

/**
 * The data of a call without a receiver that asks each token for what an address has.
 *
 * @param tokens at most {@link mostAtOnce}
 * @example
 * encodeBalances(['0xdac17f958d2ee523a2206206994597c13d831ec7'], '0x00000000000000000000000000000000be7c0de5')
 */
export const encodeBalances = (tokens: readonly Address[], holder: Address): Hex =>
  `${code}${holder.slice(2).padStart(64, '0')}${tokens.map((token) => token.slice(2)).join('')}`

/**
 * What a node answered to {@link encodeBalances}.
 *
 * @param answer which may be anything
 * @param count of tokens that were asked
 * @returns undefined for a contract that does not answer as a token does
 * @throws Error when it is no such answer
 */
export function decodeBalances(answer: unknown, count: number): readonly (bigint | undefined)[] {
  const digits = 2 * answerSize
  if (typeof answer !== 'string' || answer.length !== 2 + digits * count || !/^0x[\da-f]*$/i.test(answer))
    throw new Error('The node answers with something else.')
  return Array.from({ length: count }, (_, index) => {
    const from = 2 + digits * index
    const amount = `0x${answer.slice(from + 2, from + digits)}`
    return answer.slice(from, from + 2) === '01' ? BigInt(amount) : undefined
  })
}
