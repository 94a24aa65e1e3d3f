import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import fc from 'fast-check'
import { createPublicClient, createWalletClient, type Hex, http, numberToHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskChain } from '../gateway/askChain.js'
import { NodeError } from '../gateway/askChain.js'
import { contractForLength, deployedLater, deployer } from '../testing/signingContract.js'
import { signerOf } from './verifySigner.js'

const message = 'Sign in'
const lengths = [0, 1, 31, 32, 64, 65, 66, 130]
const chain = {
  id: 31_337,
  caipNetworkId: 'eip155:31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const

describe('signerOf', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
  }, 60_000)
  afterAll(() => anvil?.stop())

  const client = () => createPublicClient({ transport: http(anvil.url) })
  const ask: AskChain = (_chain, method, params) =>
    client()
      .request({ method, params } as never, { retryCount: 0 })
      .catch((error: { code?: number; message: string }) => {
        throw new NodeError(error.code ?? -32_603, error.message)
      })
  const signer = (address: Hex, signature: Hex) => signerOf(ask, chain, { address, message, signature })
  const bytes = (length: number, byte = 0): Hex => `0x${byte.toString(16).padStart(2, '0').repeat(length)}`

  test.each(lengths)('behavior: a contract that confirms %i bytes signed with them, before and after it is deployed', async (length) => {
    const contract = deployedLater(contractForLength(length))
    const wrapped = contract.wrap(bytes(length, 7))
    expect(await signer(contract.address, bytes(length))).toBeUndefined()
    expect(await signer(contract.address, wrapped)).toBe('contract')
    const sender = createWalletClient({
      transport: http(anvil.url),
      account: ((await ask('', 'eth_accounts', [])) as Hex[])[0] as Hex,
    })
    await client().waitForTransactionReceipt({
      hash: await sender.sendTransaction({ to: deployer, data: contract.deployment, chain: null }),
    })
    for (const signature of [bytes(length), bytes(length, 7), bytes(length, 255), wrapped])
      expect(await signer(contract.address, signature)).toBe('contract')
    for (const other of lengths.filter((one) => one !== length)) expect(await signer(contract.address, bytes(other))).toBeUndefined()
  })

  test('behavior: a contract’s word counts for signatures of any length', async () => {
    const address = privateKeyToAccount(generatePrivateKey()).address
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 255 }), fc.nat(255), async (signature, length) => {
        await client().request({ method: 'anvil_setCode', params: [address, contractForLength(length)] } as never)
        const said = await signer(address, `0x${Buffer.from(signature).toString('hex')}`)
        expect(said).toBe(signature.length === length ? 'contract' : undefined)
        expect(await signer(address, bytes(length, signature[0]))).toBe('contract')
      }),
      { numRuns: 40 },
    )
  })

  test.each(lengths)('error: %i bytes are no signature of an account without code, or of a contract that knows none', async (length) => {
    const key = privateKeyToAccount(generatePrivateKey())
    expect(await signer(key.address, bytes(length))).toBeUndefined()
    // Reverts, answers nothing, answers something else.
    for (const code of ['0x5f5ffd', '0x00', '0x60015f5260205ff3', '0xfe']) {
      await client().request({ method: 'anvil_setCode', params: [key.address, code] } as never)
      expect(await signer(key.address, bytes(length))).toBeUndefined()
    }
  })

  test('behavior: a key signs with 65 bytes, and no chain is asked', async () => {
    const key = privateKeyToAccount(generatePrivateKey())
    const never: AskChain = () => expect.fail('The chain was asked')
    expect(await signerOf(never, chain, { address: key.address, message, signature: await key.signMessage({ message }) })).toBe('key')
  })

  test.each(lengths)('error: while the node does not answer, %i bytes are neither right nor wrong', async (length) => {
    const down: AskChain = () => Promise.reject(new NodeError(-32_603, 'No node answers', undefined, 5))
    const signed = { address: numberToHex(7, { size: 20 }), message, signature: bytes(length) }
    await expect(signerOf(down, chain, signed)).rejects.toThrow('No node answers')
  })
})
