import { createHash } from 'node:crypto'
import { handleOps } from '@latchkey/secure-frame/src/testing/handleOps.ts'
import { createBatches } from '@latchkey/secure-frame/src/worker/signers/calls/batches.ts'
import type { SignerContext, SmartAccount } from '@latchkey/secure-frame/src/worker/signers/context.ts'
import { preparePersonalSign } from '@latchkey/secure-frame/src/worker/signers/evm/personalSign.ts'
import { createRpc } from '@latchkey/secure-frame/src/worker/signers/rpc.ts'
import { deploymentOf, safeAddressOf } from '@latchkey/secure-frame/src/worker/signers/safe/account.ts'
import { memoryKeyValue } from '@latchkey/secure-frame/src/worker/storage/keyValue.ts'
import { addressesOf, evmKey } from '@latchkey/secure-frame/src/worker/vault/derive.ts'
import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { installSafeContracts } from '@latchkey/testkit/src/chains/safeContracts.js'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { createPublicClient, createWalletClient, type Hex, http, parseEther, serializeErc6492Signature, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractForLength } from '../testing/signingContract.js'
import { openTestSiwx, type TestSiwx } from './testing/openTestSiwx.js'
import type { TestWallet } from './testing/wallets.js'

/* Accounts whose signature a contract checks, on a real chain with published contracts; viem's own check, which asks the chain by itself, agrees. */

describe('sign-in with smart accounts', () => {
  let anvil: Anvil
  let database: TestDatabase
  let world: TestSiwx
  const client = () => createPublicClient({ transport: http(anvil.url) })
  beforeAll(async () => {
    anvil = await startAnvil({ args: ['--hardfork', 'prague'] })
    await installSafeContracts(anvil.url)
    database = await openAnyDatabase()
    world = await openTestSiwx(database.options, anvil.url)
  }, 300_000)
  afterAll(async () => {
    await world?.close()
    await database?.remove()
    await anvil?.stop()
  })

  const walletOf = (address: string, sign: TestWallet['sign'], chainId = 31_337): TestWallet => ({
    name: 'a smart account',
    networkId: `eip155:${chainId}`,
    family: 'Ethereum',
    chainId: String(chainId),
    address,
    sign,
    holds: (message, signature) => client().verifyMessage({ address: address as Hex, message, signature: signature as Hex }),
  })

  /** A Safe, as the embedded wallet makes them, that nobody has used. */
  async function safe(name: string) {
    const entropy = new Uint8Array(createHash('sha256').update(name).digest().subarray(0, 16))
    const owner = (await addressesOf(entropy.slice())).eip155 as Hex
    const address = safeAddressOf(owner)
    const rpc = createRpc(anvil.url)
    const smart: SmartAccount = {
      address,
      owner,
      bundler: handleOps(anvil.url, anvil.chainId),
      sponsored: false,
      underway: { get: () => null, set: () => {} },
    }
    const context: SignerContext = {
      origin: 'https://shop.example.com',
      network: {
        id: anvil.chainId,
        caipNetworkId: `eip155:${anvil.chainId}`,
        chainNamespace: 'eip155',
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [anvil.url] } },
      },
      account: address,
      smart,
      rpc,
      withKey: async (_name, use) => use(await evmKey(entropy)),
      known: [],
      contracts: { tokens: [], others: [] },
      batches: createBatches(memoryKeyValue()),
    }
    const wallet = walletOf(address, async (text) => {
      const prepared = await preparePersonalSign([toHex(text), address], context)
      return String(await prepared.execute(prepared.payload))
    })
    const deploy = async () => {
      const { factory, factoryData } = deploymentOf(owner)
      const [from] = (await rpc('eth_accounts', [])) as Hex[]
      const hash = (await rpc('eth_sendTransaction', [{ from, to: factory, data: factoryData }])) as Hex
      await client().waitForTransactionReceipt({ hash })
    }
    return { wallet, owner, deploy }
  }

  const reasonOf = ({ body }: { readonly body: unknown }) => (body as { reasons: { field: string }[] }).reasons[0]?.field

  test('behavior: a contract signs in before it is deployed (ERC-6492) and after (ERC-1271), also with a signature that is still wrapped', async () => {
    const { wallet, owner, deploy } = await safe('one')
    const before = await world.signIn(wallet)
    expect(before.session.signature.endsWith('6492'.repeat(16))).toBe(true)
    expect(await wallet.holds(before.session.message, before.session.signature)).toBe(true)
    await deploy()
    const after = await world.signIn(wallet)
    expect(after.session.signature.endsWith('6492'.repeat(16))).toBe(false)
    expect(await wallet.holds(after.session.message, after.session.signature)).toBe(true)
    const { factory, factoryData } = deploymentOf(owner)
    const wrapped = walletOf(wallet.address, async (text) =>
      serializeErc6492Signature({ address: factory, data: factoryData, signature: (await wallet.sign(text)) as Hex }),
    )
    expect((await world.signIn(wrapped)).session.address).toBe(wallet.address)
  })

  test('error: a contract’s signature of another text, of another contract, or for a network that is not here', async () => {
    const [one, two] = [await safe('two'), await safe('three')]
    const message = world.messageOf(one.wallet, await world.nonce())
    const proof = await world.proofOf(one.wallet, message)
    expect(reasonOf(await world.submit({ ...proof, signature: await one.wallet.sign(`${message} `) }))).toBe('bad_signature')
    expect(reasonOf(await world.submit({ ...proof, signature: await two.wallet.sign(message) }))).toBe('bad_signature')
    const elsewhere = walletOf(one.wallet.address, one.wallet.sign, 10)
    expect(reasonOf(await world.submit(await world.proofOf(elsewhere, world.messageOf(elsewhere, await world.nonce()))))).toBe(
      'unknown_chain',
    )
    expect(reasonOf(await world.submit({ ...proof, networkId: 'eip155:10' }))).toBe('wrong_chain')
    expect((await world.submit(proof)).status).toBe(200)
  })

  test.each([0, 1, 31, 32, 64, 65, 66, 130])('behavior: a contract that confirms %i bytes signs in with them', async (length) => {
    const { address } = privateKeyToAccount(generatePrivateKey())
    await createRpc(anvil.url)('anvil_setCode', [address, contractForLength(length)])
    const wallet = walletOf(address, async () => `0x${'00'.repeat(length)}`)
    expect((await world.signIn(wallet)).session.address).toBe(address)
    const longer = await world.proofOf(wallet, world.messageOf(wallet, await world.nonce()))
    expect(reasonOf(await world.submit({ ...longer, signature: `${longer.signature}00` }))).toBe('bad_signature')
  })

  test('behavior: an account with delegated code (EIP-7702) signs in with its own key', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await createRpc(anvil.url)('anvil_setBalance', [account.address, toHex(parseEther('1'))])
    const sender = createWalletClient({ account, transport: http(anvil.url) })
    // Any contract will do: this one is Safe's own account.
    const authorization = await sender.signAuthorization({
      contractAddress: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
      executor: 'self',
      chainId: anvil.chainId,
    })
    const hash = await sender.sendTransaction({ to: account.address, authorizationList: [authorization], chain: null })
    await client().waitForTransactionReceipt({ hash })
    expect(await client().getCode({ address: account.address })).toMatch(/^0xef0100/)
    const wallet = walletOf(account.address, (message) => account.signMessage({ message }))
    expect((await world.signIn(wallet)).session.address).toBe(account.address)
  })

  test('error: while the chain does not answer, a contract’s signature is neither right nor wrong', async () => {
    const { wallet } = await safe('four')
    const proof = await world.proofOf(wallet, world.messageOf(wallet, await world.nonce()))
    await anvil.stop()
    const answer = await world.submit(proof)
    expect([answer.status, reasonOf(answer), answer.headers.get('retry-after')]).toEqual([503, 'chain_unavailable', '5'])
  })
})
