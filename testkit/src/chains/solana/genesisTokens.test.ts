import { address, createSolanaRpc, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faucetAddress } from './faucet.js'
import { genesisTokens } from './genesisTokens.js'
import { serveSolana } from './server.js'

const metadataProgram = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')

let chain: Awaited<ReturnType<typeof serveSolana>>
beforeAll(async () => {
  chain = await serveSolana({ port: 0 })
})
afterAll(() => chain.close())

const mintOf = (wanted: string) => address(genesisTokens().find(({ key }) => key === wanted)?.mint ?? '')

describe('genesisTokens', () => {
  test('behavior: all of each token is in the associated account of the faucet', async () => {
    const rpc = createSolanaRpc(chain.url)
    for (const { mint, decimals } of genesisTokens()) {
      const { value: account } = await rpc.getAccountInfo(address(mint), { encoding: 'jsonParsed' }).send()
      const tokenProgram = account?.owner ?? expect.fail('There is no mint.')
      const [own] = await findAssociatedTokenPda({ mint: address(mint), owner: address(faucetAddress), tokenProgram })
      const { value: held } = await rpc.getTokenAccountBalance(own).send()
      expect(held).toEqual((await rpc.getTokenSupply(address(mint)).send()).value)
      expect(held.decimals).toBe(decimals)
    }
  })

  test('behavior: Token-2022 keeps the metadata in the mint', async () => {
    const { value } = await createSolanaRpc(chain.url).getAccountInfo(mintOf('T22'), { encoding: 'jsonParsed' }).send()
    expect(value?.data).toMatchObject({
      program: 'spl-token-2022',
      parsed: {
        info: {
          extensions: [
            { extension: 'metadataPointer', state: { authority: faucetAddress, metadataAddress: mintOf('T22') } },
            {
              extension: 'tokenMetadata',
              state: { mint: mintOf('T22'), name: 'Local Token-2022', symbol: 'T22', uri: '', additionalMetadata: [] },
            },
          ],
        },
      },
    })
  })

  test('behavior: other tokens have them in an account of Metaplex, or nowhere', async () => {
    const rpc = createSolanaRpc(chain.url)
    const metadataOf = async (key: string) => {
      const bytes = getAddressEncoder()
      const seeds = ['metadata', bytes.encode(metadataProgram), bytes.encode(mintOf(key))]
      const [account] = await getProgramDerivedAddress({ programAddress: metadataProgram, seeds })
      const { value } = await rpc.getAccountInfo(account, { encoding: 'base64' }).send()
      return value && Buffer.from(value.data[0], 'base64')
    }
    expect(await metadataOf('PLAIN')).toBeNull()
    const data = (await metadataOf('PICTURE')) ?? expect.fail('There is no metadata.')
    expect([data[0], data.readUInt32LE(65), data.readUInt32LE(101), data.readUInt32LE(115)]).toEqual([4, 32, 10, 200])
    expect(data.subarray(105, 115).toString().replaceAll('\0', '')).toBe('PIC')
    const uri = data.subarray(119, 319).toString().replaceAll('\0', '')
    expect(JSON.parse(uri.slice(uri.indexOf(',') + 1))).toMatchObject({ name: 'Local Picture', image: expect.stringContaining('<svg') })
  })
})
