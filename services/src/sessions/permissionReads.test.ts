import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { readPermission } from './permissionReads.js'

/* What a contract says of a permission. Anybody may deploy one that says anything. */

const chain = {
  caipNetworkId: 'eip155:1',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
} as unknown as Chain
const allowanceModule = '0xAA46724893dedD72658219405185Fb0Fc91e091C'
const account = '0x00000000000000000000000000000000000a11ce'
const spender = '0x00000000000000000000000000000000000000bb'

/** A permission of a contract that says when it ends; the module says how much. */
function read(expiry: bigint, limit: readonly bigint[] = [100n, 0n, 1_440n, 0n, 0n]) {
  const terms = encodeAbiParameters(
    ['address', 'address', 'address', 'address', 'uint256'].map((type) => ({ type })),
    [allowanceModule, account, zeroAddress, spender, expiry],
  )
  const allowance = encodeAbiParameters([{ type: 'uint256[5]' }], [limit as [bigint, bigint, bigint, bigint, bigint]])
  const answerOf = (data: Hex) => (data.startsWith(toFunctionSelector('terms()')) ? terms : allowance)
  const ask = async (_chainId: string, _method: string, [call]: readonly unknown[]) => {
    const { args } = decodeFunctionData({ abi: multicall3Abi, data: (call as { data: Hex }).data })
    const calls = args?.[0] as readonly { readonly callData: Hex }[]
    const result = calls.map(({ callData }) => ({ success: true, returnData: answerOf(callData) }))
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }
  return readPermission(ask, chain, account, '0x00000000000000000000000000000000000000cc')
}

describe('readPermission', () => {
  test('behavior: what may be spent, by whom and until when', async () => {
    expect(await read(1_900_000_000n)).toEqual({ spender, token: null, amount: 100n, period: 86_400, expiry: 1_900_000_000 })
    expect(await read(1n, [1n, 0n, 0n, 0n, 0n])).toMatchObject({ amount: 1n, period: null, expiry: 1 })
    expect(await read(1n, [0n, 0n, 0n, 0n, 0n])).toBeNull()
  })

  test('error: an end, or a period, that nobody can count to is none of a permission', async () => {
    for (const expiry of [2n ** 53n, 2n ** 63n, 2n ** 256n - 1n]) expect(await read(expiry)).toBeNull()
    for (const minutes of [65_536n, 2n ** 200n]) expect(await read(1n, [100n, 0n, minutes, 0n, 0n])).toBeNull()
  })
})
