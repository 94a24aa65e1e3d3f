import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { faucetAddress } from '@latchkey/testkit/src/chains/solana/faucet.js'
import { genesisTokens } from '@latchkey/testkit/src/chains/solana/genesisTokens.js'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { solanaNames } from '../chainReads/solanaNames.js'
import { createTokenMemory } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import type { NodeAnswer } from '../testing/fakeNode.js'
import { startRecordedServer } from '../testing/recordedServer.js'
import { faults, lying, openEvm, openSolana, startEvm, startFaultyNode, startFaultyService, startSolana } from '../testing/upstreams.js'
import type { BalanceProvider } from './balanceProvider.js'
import { blockscoutBalances } from './blockscout.js'
import { evmNodeBalances } from './evmNode.js'
import { openBalances } from './openBalances.js'
import { solanaNodeBalances } from './solanaNode.js'

/* What every provider of balances has to do, each over a real server. */

type Opened = { readonly provider: BalanceProvider; readonly chain: Chain; readonly close: () => Promise<void> }
type Upstream = { readonly url: string; readonly close: () => Promise<void> }
/** An answer whose numbers cannot be. `token`: it is about a token, which may be left out instead. */
type Lie = { readonly what: string; readonly token?: true; readonly start: () => Promise<Upstream> }
type Subject = {
  readonly open: (url: string) => Promise<Opened>
  readonly whole: () => Promise<Upstream>
  readonly broken: (answer: NodeAnswer) => Promise<Upstream>
  /** Someone who has the coin and a token, someone who has nothing, and a contract that is none. */
  readonly holder: string
  readonly nobody: string
  readonly held: string
  readonly unknown: string
  readonly lies: readonly Lie[]
}

let folder: string
let evm: Upstream
let solana: Upstream
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-conformance-'))
  ;[evm, solana] = await Promise.all([startEvm(folder), startSolana()])
}, 60_000)
afterAll(async () => {
  await Promise.all([evm?.close(), solana?.close(), rm(folder, { recursive: true, force: true })])
})
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const contracts = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const usdc = contracts.tokens.USDC?.address.toLowerCase() ?? expect.fail('There is no USDC.')
const mint = genesisTokens().find(({ key }) => key === 'PLAIN')?.mint ?? expect.fail('There is no PLAIN.')
const nobody = '0x00000000000000000000000000000000000000ee'
const notShared = async (upstream: () => Upstream) => ({ url: upstream().url, close: async () => undefined })

const blockscoutToken = (changes: object = {}, value = '1500000') => ({
  token: {
    address_hash: usdc,
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: '6',
    type: 'ERC-20',
    icon_url: null,
    reputation: 'ok',
    ...changes,
  },
  value,
})
const blockscout = (coin: unknown, tokens: readonly unknown[]) => () =>
  startRecordedServer((path) => {
    const isHolder = path.includes(contracts.faucet.toLowerCase())
    const body = path.includes('/token-balances') ? (isHolder ? tokens : []) : { coin_balance: isHolder ? coin : null }
    return { body: JSON.stringify(body) }
  })
const lie = (what: string, url: () => string, lies: Readonly<Record<string, unknown>>): Lie => ({
  what,
  start: () => startFaultyNode((body, text) => lying(url(), lies)(body, text)),
})

const subjects: Readonly<Record<string, Subject>> = {
  Blockscout: {
    open: async (url) => ({
      provider: blockscoutBalances,
      chain: { caipNetworkId: 'eip155:1', tokens: [], blockscout: { url } } as unknown as Chain,
      close: async () => undefined,
    }),
    whole: blockscout('5', [blockscoutToken()]),
    broken: startFaultyService,
    holder: contracts.faucet.toLowerCase(),
    nobody,
    held: usdc,
    unknown: '0x00000000000000000000000000000000000000dd',
    lies: [
      { what: 'a coin below zero', start: blockscout('-5', []) },
      { what: 'a coin with a fraction', start: blockscout('1.5', []) },
      { what: 'a coin that is no text', start: blockscout(1e30, []) },
      { what: 'a token below zero', start: blockscout('5', [blockscoutToken({}, '-1')]) },
      { what: 'a token with a fraction', start: blockscout('5', [blockscoutToken({}, '0.5')]) },
      { what: 'impossible decimals', token: true, start: blockscout('5', [blockscoutToken({ decimals: '1000' })]) },
      { what: 'decimals with a fraction', token: true, start: blockscout('5', [blockscoutToken({ decimals: '6.5' })]) },
    ],
  },
  'an EVM node': {
    open: async (url) => {
      const { gateway, chain } = await openEvm(url)
      return {
        provider: evmNodeBalances({ ask: gateway.ask, memory: createTokenMemory(), seenTokens: async () => [] }),
        chain,
        close: gateway.close,
      }
    },
    whole: () => notShared(() => evm),
    broken: startFaultyNode,
    holder: contracts.faucet.toLowerCase(),
    nobody,
    held: usdc,
    unknown: '0x00000000000000000000000000000000000000dd',
    lies: [
      lie('a coin below zero', () => evm.url, { eth_getBalance: '-0x5' }),
      lie('a coin with a fraction', () => evm.url, { eth_getBalance: '0x1.8' }),
      lie('a coin that is no number', () => evm.url, { eth_getBalance: 'plenty' }),
      lie('an empty answer to reads of tokens', () => evm.url, { eth_call: '0x' }),
      lie('half an answer to reads of tokens', () => evm.url, { eth_call: `0x${'0'.repeat(63)}2` }),
    ],
  },
  'a Solana node': {
    open: async (url) => {
      const { gateway, chain } = await openSolana(url)
      return { provider: solanaNodeBalances(gateway.ask, solanaNames(gateway.ask)), chain, close: gateway.close }
    },
    whole: () => notShared(() => solana),
    broken: startFaultyNode,
    holder: faucetAddress,
    nobody: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    held: mint,
    unknown: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    lies: [
      lie('a coin below zero', () => solana.url, { getBalance: { value: -5 } }),
      lie('a coin with a fraction', () => solana.url, { getBalance: { value: 1.5 } }),
      lie('tokens below zero', () => solana.url, {
        getTokenAccountsByOwner: (text: string) => text.replaceAll(/"amount":"\d+"/g, '"amount":"-1"'),
      }),
      lie('tokens with a fraction', () => solana.url, {
        getTokenAccountsByOwner: (text: string) => text.replaceAll(/"amount":"\d+"/g, '"amount":"0.5"'),
      }),
      lie('impossible decimals', () => solana.url, {
        getTokenAccountsByOwner: (text: string) => text.replaceAll(/"decimals":\d+/g, '"decimals":1000'),
      }),
    ],
  },
}

describe.each(Object.entries(subjects))('balances of %s', (_name, subject) => {
  const over = async (start: () => Promise<Upstream>) => {
    const upstream = await start()
    closing.push(upstream.close)
    const opened = await subject.open(upstream.url)
    closing.push(opened.close)
    return opened
  }
  const ask = ({ provider, chain }: Opened, address: string, tokens: readonly string[] = []) =>
    provider.holdingsOf({ chain, address, tokens, signal: AbortSignal.timeout(20_000) })

  test('behavior: the coin first, then tokens with their exact amount and what they are called', async () => {
    const opened = await over(subject.whole)
    expect(opened.provider.serves(opened.chain)).toBe(true)
    const [coin, ...tokens] = await ask(opened, subject.holder)
    expect(coin?.token).toBeNull()
    expect(coin?.quantity).toBeGreaterThan(0n)
    const held = tokens.find(({ token }) => token?.address === subject.held)
    expect(held?.quantity).toBeGreaterThan(0n)
    expect(held?.token).toMatchObject({ decimals: expect.any(Number), listed: expect.any(Boolean), symbol: expect.any(String) })
  })

  test('behavior: who has nothing has no coin and no tokens', async () => {
    expect(await ask(await over(subject.whole), subject.nobody)).toEqual([{ token: null, quantity: 0n }])
  })

  test('behavior: an unknown token that is asked for is left out', async () => {
    expect(await ask(await over(subject.whole), subject.nobody, [subject.unknown])).toEqual([{ token: null, quantity: 0n }])
  })

  test.each(faults)('behavior: $what is no answer', async ({ answer }) => {
    await expect(ask(await over(() => subject.broken(answer)), subject.holder)).rejects.toThrow()
  })

  test('behavior: who is not there does not answer', async () => {
    const opened = await over(async () => {
      const gone = await subject.broken('cut')
      await gone.close()
      return { ...gone, close: async () => undefined }
    })
    await expect(ask(opened, subject.holder)).rejects.toThrow()
  })

  test.each(subject.lies)('security: $what is not believed', async ({ token, start }) => {
    const opened = await over(start)
    if (!token) await expect(ask(opened, subject.holder)).rejects.toThrow()
    else expect((await ask(opened, subject.holder)).map((one) => one.token)).toEqual([null])
  })

  test('behavior: who is silent is given up in time, and the chain is named', async () => {
    const { provider, chain } = await over(() => subject.broken('hang'))
    const dependencies = {
      providers: [provider],
      prices: { of: async () => new Map() },
      changes: { of: async () => new Map() },
      rateOf: async () => undefined,
    }
    const balances = openBalances({ ...dependencies, log: pino({ level: 'silent' }) }, { timeout: 100 })
    const started = Date.now()
    const answer = await balances.of({ address: subject.holder, chains: [chain], currency: 'usd', fresh: new Map() })
    expect(answer).toMatchObject({ balances: [], unavailable: [chain.caipNetworkId] })
    expect(Date.now() - started).toBeLessThan(2_000)
  })
})
