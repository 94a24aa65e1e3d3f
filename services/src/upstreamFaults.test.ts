import { request } from 'node:http'
import { nativeTokenAddress, registrationMessage } from '@latchkey/protocol'
import { writeSignInMessage } from '@latchkey/protocol/siwx'
import { onrampConfig } from '@latchkey/testkit/src/chains/localOnramp.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { type Answer, ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { buildServices } from '@latchkey/testkit/src/server/serverProcess.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { encodeFunctionData, namehash, parseAbi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from './startServices.js'
import type { FakeNode, NodeAnswer } from './testing/fakeNode.js'
import { type Recorded, startRecordedServer } from './testing/recordedServer.js'
import { faults, startFaultyNode } from './testing/upstreams.js'

/*
 * Every endpoint while whom it asks is broken, whatever is broken: the node, the explorer, who tells prices, who swaps, the bundler. An endpoint of the
 * description (/openapi.json) that is in no list below fails the test. The embedded wallet's are in auth/authFaults.test.ts.
 */

const holder = '0x00000000000000000000000000000000000a11ce'
const chainId = 'eip155:31337'
const usdc = contractsConfig(31_337).tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? expect.fail('There is no USDC.')
/** A token that is on no list. */
const stranger = '0x00000000000000000000000000000000000000cc'
const [kind] = databases
if (!kind) throw new Error('There is no database.')

const broken: readonly { readonly what: string; readonly answer: NodeAnswer; readonly chain?: string }[] = [
  ...faults,
  { what: 'silence', answer: 'hang' },
  { what: 'another chain', answer: 'cut', chain: '0x1' },
]

type Asked = {
  readonly method?: 'GET' | 'POST'
  readonly query?: Readonly<Record<string, string>>
  /** As JSON; a function makes it for the server at a port. */
  readonly body?: object | ((port: number) => object | Promise<object>)
  readonly path?: string
}
/** @param told what the node says to everything */
type Row = Asked & { readonly said: (answer: Answer, told: NodeAnswer) => void }

/** Nothing is known: the caller hears so, and when to come back. */
const unavailable = (answer: Answer) => {
  expect([answer.status, answer.text]).toMatchObject([503, expect.stringMatching(/"status":"FAILED"/)])
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store')
}
const known =
  (json: unknown) =>
  (answer: Answer): void =>
    void expect([answer.status, answer.json]).toEqual([200, json])

/** Who answers JSON-RPC passes on what it was told, and says that nothing was told. */
const passedOn = (answer: Answer, told: NodeAnswer) => {
  const { error, result } = answer.json as { error?: object; result?: unknown }
  if (answer.status === 200 && !error) expect(typeof told !== 'string' && told.text?.includes(JSON.stringify(result))).toBe(true)
  else expect([answer.status, error]).toEqual([expect.toBeOneOf([200, 503]), expect.objectContaining({ message: expect.any(String) })])
}

const zone = 'wallet.test'
/** ENSIP-11: of the local chain. */
const coinType = 0x80000000 + 31_337
const owner = privateKeyToAccount(generatePrivateKey())
const owned = `walter.${zone}`
/** The time of a message is in seconds; each message is taken once. */
let last = Math.floor(Date.now() / 1_000) - 60
const timestamp = () => (last += 1)
/** What a contract signed, if there is one: only the chain can say. */
const contractSignature = `0x${'11'.repeat(100)}`
const byContract = (message: () => string) => () => ({
  coin_type: coinType,
  address: owner.address,
  message: message(),
  signature: contractSignature,
})
const aboutOwned = (more: object) => byContract(() => JSON.stringify({ name: owned, ...more, timestamp: timestamp() }))
const changed = { coin_type: coinType, address: holder }
const purchase = { purchaseCurrency: { id: 'USDC', symbol: 'USDC' }, paymentCurrency: { id: 'USD' }, amount: '100', network: chainId }
const wallet = { address: holder, assets: ['USDC'], blockchains: [chainId] }
const swap = { from: `${chainId}:${nativeTokenAddress}`, to: `${chainId}:${usdc}` }
const rpc = (method: string, params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
const account = `/v1/account/${holder}`

/** A sign-in of the owner's, signed by what only the chain can tell to be their contract. */
const signInOf = (nonce: string) => ({
  networkId: chainId,
  message: writeSignInMessage({
    domain: 'app.localhost',
    family: 'Ethereum',
    address: owner.address,
    uri: urls.app,
    version: '1',
    chainId: '31337',
    nonce,
    issuedAt: new Date().toISOString(),
  }),
  signature: contractSignature,
})
const newNonce = async (port: number) => {
  const { json } = await ask(port, `${urls.api}/siwx/nonce?${new URLSearchParams({ projectId: 'open', origin: urls.app })}`)
  return (json as { nonce: string }).nonce
}
/** Neither right nor wrong. */
const uncheckable = (answer: Answer) => {
  unavailable(answer)
  expect(answer.json).toMatchObject({ reasons: [{ field: 'chain_unavailable' }] })
}

const resolver = '0x0000000000000000000000000000000000000abc'
/** What a resolver passes on: the address of a name of the zone (ENSIP-10). */
const zoneQuestion = encodeFunctionData({
  abi: parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)']),
  args: [
    toHex(packetToBytes(owned)),
    encodeFunctionData({ abi: parseAbi(['function addr(bytes32 node) view returns (address)']), args: [namehash(owned)] }),
  ],
})
/** The registry's own answer, signed: no chain is asked. */
const signedByUs = (answer: Answer) =>
  expect([answer.status, answer.json]).toEqual([200, { data: expect.stringMatching(/^0x[0-9a-f]{64,}$/) }])

/** What each endpoint that asks somebody answers then. The same path twice: different questions. */
const rows: readonly (readonly [endpoint: string, row: Row])[] = [
  ['GET /v1/account/{address}/balance', { path: `${account}/balance`, query: { currency: 'usd', chainId }, said: unavailable }],
  ['GET /v1/account/{address}/history', { path: `${account}/history`, query: { chainId }, said: unavailable }],
  ['GET /v1/account/{address}/nfts', { path: `${account}/nfts`, query: { chainId }, said: unavailable }],
  [
    'GET /v1/account/{address}/transactions/{hash}',
    { path: `${account}/transactions/0x${'1'.repeat(64)}`, query: { chainId }, said: unavailable },
  ],
  ['GET /v1/account/{address}/identity', { path: `${account}/identity`, said: unavailable }],
  ['GET /v1/identity/{address}', { path: `/v1/identity/${holder}`, said: unavailable }],
  [
    'POST /v1/fungible/price',
    {
      body: { currency: 'usd', addresses: [`${chainId}:${nativeTokenAddress}`] },
      said: (answer) => expect([answer.status, answer.json]).toMatchObject([200, { fungibles: [{ price: 0 }] }]),
    },
  ],
  // Nothing is known of a token that is on no list: it is left out, and not given a name or decimals.
  ['POST /v1/fungible/price', { body: { currency: 'usd', addresses: [`${chainId}:${stranger}`] }, said: known({ fungibles: [] }) }],
  ['GET /v1/profile/account/{name}', { path: '/v1/profile/account/alice.eth', said: unavailable }],
  ['GET /v1/profile/reverse/{address}', { path: `/v1/profile/reverse/${holder}`, said: unavailable }],
  ['POST /v1/profile/account', { body: byContract(() => registrationMessage(`wanda.${zone}`, timestamp())), said: unavailable }],
  [
    'POST /v1/profile/account/{name}/attributes',
    { path: `/v1/profile/account/${owned}/attributes`, body: aboutOwned({ attributes: {} }), said: unavailable },
  ],
  [
    'POST /v1/profile/account/{name}/address',
    { path: `/v1/profile/account/${owned}/address`, body: aboutOwned(changed), said: unavailable },
  ],
  [
    'POST /v1/profile/account/{name}/addresses',
    { path: `/v1/profile/account/${owned}/addresses`, body: aboutOwned(changed), said: unavailable },
  ],
  // What the registry itself keeps is told without any chain.
  [
    'GET /v1/profile/account/{name}',
    { path: `/v1/profile/account/${owned}`, said: (answer) => expect([answer.status, answer.json]).toMatchObject([200, { name: owned }]) },
  ],
  ['GET /v1/onramp/options', { said: unavailable }],
  ['POST /v1/onramp/quote', { body: purchase, said: unavailable }],
  ['POST /v1/generators/onrampurl', { body: { destinationWallets: [wallet], defaultNetwork: chainId }, said: unavailable }],
  ['GET /v1/convert/quotes', { query: { ...swap, amount: '1000000000000000', gasPrice: '1000000000' }, said: unavailable }],
  ['GET /v1/convert/gas-price', { query: { chainId }, said: unavailable }],
  ['GET /v1/convert/allowance', { query: { tokenAddress: swap.to, userAddress: `${chainId}:${holder}` }, said: unavailable }],
  ['GET /v1/convert/tokens', { query: { chainId, address: stranger }, said: unavailable }],
  [
    'POST /v1/convert/build-transaction',
    { body: { ...swap, amount: '1000000000000000', userAddress: `${chainId}:${holder}`, eip155: { slippage: 1 } }, said: unavailable },
  ],
  ['POST /v1/', { query: { chainId }, body: rpc('eth_getBalance', [holder, 'latest']), said: passedOn }],
  ['POST /v1/bundler', { query: { chainId }, body: rpc('pimlico_getUserOperationGasPrice', []), said: passedOn }],
  ['POST /v1/bundler', { query: { chainId }, body: rpc('pm_getPaymasterData', [{}]), said: passedOn }],
  ['POST /siwx/sessions', { body: async (port) => ({ origin: urls.app, ...signInOf(await newNonce(port)) }), said: uncheckable }],
  ['POST /verify', { body: { ...signInOf('0123456789abcdef'), domain: 'app.localhost', nonce: '0123456789abcdef' }, said: uncheckable }],
  ['GET /ccip/{sender}/{data}', { path: `/ccip/${resolver}/${zoneQuestion}.json`, said: signedByUs }],
  ['POST /ccip', { body: { sender: resolver, data: zoneQuestion }, said: signedByUs }],
]
/**
 * What becomes of a purchase while its chain is broken: onramp/onrampFaults.test.ts. Pictures of strangers: wallets/imageRoutes.test.ts. A stream, and who
 * is signed in: below.
 */
const testedApart = [
  // Permissions need a chain on which one was granted: sessions/sessions.test.ts.
  'GET /v1/sessions/{id}',
  'POST /v1/sessions/{id}',
  'POST /v1/sessions/{id}/revoke',
  // Nobody is asked but LI.FI: swap/crossing.test.ts.
  'GET /v1/convert/arrival',
  'GET /v1/onramp/orders/{id}',
  'GET /v1/image',
  'GET /v1/account/{address}/changes',
  'GET /siwx/nonce',
  'GET /siwx/me',
  'POST /siwx/sign-out',
]
/** These ask nobody, or our own database. */
const asksNobody = [
  'GET /v1/supported-chains',
  'GET /health',
  'GET /ready',
  'GET /appkit/v1/config',
  'GET /projects/v1/origins',
  'GET /getAnalyticsConfig',
  'POST /e',
  'POST /batch',
  'GET /v1/convert/build-approve',
  'GET /v1/profile/suggestions/{name}',
  'GET /getWallets',
  'GET /getWalletNames',
  'GET /getWalletImage/{id}',
  'GET /public/getAssetImage/{id}',
  'GET /public/getCurrencyImage/{code}',
  'GET /public/getTokenImage/{symbol}',
  'POST /v1/images',
  'GET /siwx/jwks.json',
]
/** The embedded wallet's: auth/authFaults.test.ts. */
const elsewhere = /^\w+ \/(?:auth|vault)\//

/** What a stream tells until its first event, and its status. */
function openStream(port: number): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const url = new URL(`${urls.api}${account}/changes?projectId=open`)
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: url.pathname + url.search, headers: { host: url.host } }, (response) => {
      response.setEncoding('utf8')
      response.on('error', () => {})
      let text = ''
      response.on('data', (more: string) => {
        text += more
        if (!text.includes('data: ')) return
        resolve({ status: response.statusCode, text })
        outgoing.destroy()
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const recordedOf = (answer: NodeAnswer): Recorded =>
  typeof answer === 'string' ? answer : { body: answer.text ?? '', status: answer.status ?? 200 }

beforeAll(buildServices, 120_000)

describe.each(broken)('the endpoints, when everybody they ask answers with $what', ({ what, answer, chain }) => {
  let node: FakeNode
  let service: Awaited<ReturnType<typeof startRecordedServer>>
  let database: TestDatabase
  let running: RunningServices
  beforeAll(async () => {
    ;[node, service, database] = await Promise.all([startFaultyNode(answer), startRecordedServer(() => recordedOf(answer)), kind.open()])
    // Who is another chain says so; who is broken would have said the right one.
    node.identity = { 'eth_chainId []': chain ?? '0x7a69' }
    running = await startTestServices({
      database: database.options,
      node: node.url,
      chains: [
        {
          ...localChain(node.url),
          ...contractsConfig(31_337),
          blockTime: 0,
          testnet: true,
          indexer: 'full',
          blockscout: { url: service.url },
          bundler: { url: service.url, paymaster: node.url },
        },
      ],
      prices: { defillama: { url: service.url } },
      onramp: { sandbox: { ...onrampConfig().sandbox, chains: [chainId] } },
      names: { zones: [zone], gateway: { resolver, key: generatePrivateKey() } },
      limits: { api: { perSecond: 100, burst: 1_000 } },
    })
    // Whose signature is one of a key needs no chain.
    const message = registrationMessage(owned, timestamp())
    const body = JSON.stringify({ coin_type: coinType, address: owner.address, message, signature: await owner.signMessage({ message }) })
    const registered = await ask(running.port, `${urls.api}/v1/profile/account?projectId=open`, { method: 'POST', body })
    expect(registered.status, registered.text).toBe(200)
  }, 60_000)
  afterAll(async () => {
    await running?.close()
    await Promise.all([node?.close(), service?.close(), database?.remove()])
  }, 60_000)

  test.concurrent.each(rows)(
    'error: %s says so, and invents nothing',
    async (endpoint, { path, query = {}, body, said }) => {
      const [method = '', described = ''] = endpoint.split(' ')
      const url = `${urls.api}${path ?? described}?${new URLSearchParams({ projectId: 'open', sv: 'html-1', ...query })}`
      const content = typeof body === 'function' ? await body(running.port) : body
      const headers = { 'content-type': 'application/json' }
      const answered = await ask(running.port, url, {
        method,
        ...(content === undefined ? {} : { headers, body: JSON.stringify(content) }),
      })
      said(answered, answer)
    },
    30_000,
  )

  test('error: what happens to an address is told by a stream that waits', async () => {
    expect(await openStream(running.port)).toEqual({ status: 200, text: expect.stringContaining('event: chains\ndata: {"chains":[') })
  })

  test('behavior: whose key signs needs no chain: they sign in, are known, and sign out', async () => {
    const call = (method: string, path: string, options: { readonly body?: object; readonly token?: string } = {}) =>
      ask(running.port, `${urls.api}${path}?projectId=open&domain=${new URL(urls.app).host}`, {
        method,
        headers: { 'content-type': 'application/json', ...(options.token ? { authorization: `Bearer ${options.token}` } : {}) },
        ...(options.body ? { body: JSON.stringify(options.body) } : {}),
      })
    const proof = signInOf(await newNonce(running.port))
    const signature = await owner.signMessage({ message: proof.message })
    const { token } = (await call('POST', '/siwx/sessions', { body: { origin: urls.app, ...proof, signature } })).json as { token: string }
    expect((await call('GET', '/siwx/me', { token })).json).toMatchObject({ address: owner.address })
    expect((await call('POST', '/siwx/sign-out', { token })).status).toBe(200)
    expect((await call('GET', '/siwx/me', { token })).status).toBe(401)
  })

  test('behavior: each endpoint is in one of the lists', async () => {
    const { paths } = (await ask(running.port, `${urls.api}/openapi.json`)).json as { paths: Record<string, Record<string, unknown>> }
    const all = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    const listed = new Set([...rows.map(([endpoint]) => endpoint), ...testedApart, ...asksNobody])
    expect([all.filter((one) => !listed.has(one) && !elsewhere.test(one)), [...listed].filter((one) => !all.includes(one))], what).toEqual([
      [],
      [],
    ])
  })
})
