import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'

/* Goes over every endpoint of the description: what is no id of a network and no address is refused wherever one is taken. */

const account = '0x00000000000000000000000000000000000c0a1e'
const token = `eip155:31337:0x00000000000000000000000000000000000000aa`
/** Parameters as an endpoint wants them, by name. */
const good: Readonly<Record<string, string>> = {
  projectId: 'open',
  address: account,
  userAddress: `eip155:31337:${account}`,
  tokenAddress: token,
  from: token,
  to: `eip155:31337:0x00000000000000000000000000000000000000bb`,
  chainId: 'eip155:31337',
  hash: `0x${'1'.repeat(64)}`,
  amount: '1',
  currency: 'usd',
}
const ofArrival = { from: 'eip155:31337', to: 'eip155:31338' }

type Parameter = { readonly name: string; readonly in: 'path' | 'query' }
type Endpoint = { readonly path: string; readonly parameters: readonly Parameter[] }

let database: TestDatabase
let running: RunningServices
let endpoints: readonly Endpoint[]
beforeAll(async () => {
  const [kind] = databases
  database = await (kind ?? expect.fail('There is no database.')).open()
  running = await startTestServices({
    database: database.options,
    node: 'http://127.0.0.1:9',
    chains: [localChain('http://127.0.0.1:9'), { ...localChain('http://127.0.0.1:9'), id: 31_338, name: 'Other' }],
    limits: { api: { perSecond: 10_000, burst: 10_000 } },
  })
  const { json } = await ask(running.port, `${urls.api}/openapi.json`)
  const { paths } = json as { paths: Record<string, { get?: { parameters?: Parameter[] } }> }
  endpoints = Object.entries(paths).flatMap(([path, { get }]) => (get?.parameters ? [{ path, parameters: get.parameters }] : []))
}, 120_000)
afterAll(async () => {
  await running?.close()
  await database?.remove()
}, 120_000)

const isArrival = ({ path }: Endpoint) => path === '/v1/convert/arrival'

/** Asks an endpoint with all that it wants, and one value that is another. */
function askWith(endpoint: Endpoint, name: string, value: string) {
  const values: Readonly<Record<string, string>> = { ...good, ...(isArrival(endpoint) ? ofArrival : {}), [name]: value }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? 'x'))
  const query = new URLSearchParams(
    endpoint.parameters.flatMap((one) =>
      one.in === 'query' && (one.name === name || good[one.name]) ? [[one.name, values[one.name] ?? '']] : [],
    ),
  )
  return ask(running.port, `${urls.api}${path}?${query}`)
}

/** Every endpoint with each of its parameters of a kind. */
const taking = (isOne: (endpoint: Endpoint, parameter: Parameter) => boolean) =>
  endpoints.flatMap((endpoint) => endpoint.parameters.filter((one) => isOne(endpoint, one)).map(({ name }) => ({ endpoint, name })))
const takesNetwork = (endpoint: Endpoint, { name }: Parameter) =>
  /chainId$/i.test(name) || (isArrival(endpoint) && /^(?:from|to)$/.test(name))
const takesAddress = (endpoint: Endpoint, { name }: Parameter) =>
  /address$/i.test(name) || name === 'sender' || (!isArrival(endpoint) && /^(?:from|to)$/.test(name))

async function expectRefusal(endpoint: Endpoint, name: string, value: string) {
  const { status, json, headers } = await askWith(endpoint, name, value)
  const where = `${endpoint.path} ${name}=${JSON.stringify(value)}`
  expect([where, status]).toEqual([where, 400])
  expect((json as { reasons: { description: string }[] }).reasons[0]?.description, where).toMatch(/\w/)
  expect(headers['cache-control'] ?? '', where).not.toMatch(/max-age/)
}

describe('every endpoint of the description', () => {
  test.each([
    'nonsense',
    '1',
    'eip155',
    'eip155:',
    ':1',
    'eip155:1:2',
    'eip155:x',
    'eip155:-1',
    'EIP155:1',
    'eip155: 1',
    'eip155:1,eip155:2',
    `eip155:${'1'.repeat(33)}`,
    'e:1',
    '0x1',
  ])('error: %j is no id of a network', async (value) => {
    const found = taking(takesNetwork)
    expect(found.length).toBeGreaterThanOrEqual(8)
    for (const { endpoint, name } of found) await expectRefusal(endpoint, name, value)
  })

  test.each([
    '0x12',
    'x',
    '0x',
    'eip155:31337',
    `eip155:31337:0x12`,
    `eip155:31337:${account}:1`,
    `${account}00`,
    `tron:1:${account}`,
    '0xZZ00000000000000000000000000000000000000',
    ' ',
  ])('error: %j is no address', async (value) => {
    const found = taking(takesAddress)
    expect(found.length).toBeGreaterThanOrEqual(12)
    for (const { endpoint, name } of found) await expectRefusal(endpoint, name, value)
  })

  test('error: an address that has to be there is not empty', async () => {
    for (const { endpoint, name } of taking(takesAddress))
      if (/userAddress|tokenAddress|^from$|^to$/.test(name)) await expectRefusal(endpoint, name, '')
  })

  test('error: nor is any other text one of either kind', async () => {
    const text = fc
      .string({ maxLength: 60 })
      .filter((value) => !/[:/]/.test(value) && value.trim() !== '' && !/^0x[0-9a-f]{40}$/i.test(value))
    const found = [...taking(takesNetwork), ...taking((endpoint, one) => takesAddress(endpoint, one) && one.in === 'query')]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...found), text, ({ endpoint, name }, value) => expectRefusal(endpoint, name, value)),
      { numRuns: 100 },
    )
  })

  test.each(['eip155:999999', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'tron:0x2b6653dc', 'cosmos:cosmoshub-4'])(
    'behavior: %s, which is not configured, is empty, named as not served, and not kept',
    async (value) => {
      for (const { endpoint, name } of taking(({ path }, one) => one.name === 'chainId' && /balance|history|nfts|tokens/.test(path))) {
        const { status, json, headers } = await askWith(
          { ...endpoint, parameters: endpoint.parameters.filter((one) => one.name !== 'address' || one.in === 'path') },
          name,
          value,
        )
        expect([endpoint.path, status, headers['cache-control']]).toEqual([endpoint.path, 200, 'no-store'])
        expect(json).toMatchObject({ unserved: [value] })
        expect(
          Object.values(json as object)
            .filter(Array.isArray)
            .flat(),
        ).toEqual([value])
      }
    },
  )
})
