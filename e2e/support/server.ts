import type { LocalContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { createPublicClient, http, type PublicClient } from 'viem'

/** The line that `npm start -- --json` prints. */
export type Server = {
  readonly app: string
  readonly dialog: string
  readonly secure: string
  readonly api: string
  readonly sdk: string
  readonly projectId: string
  /** Mailbox of the development server: `GET {mail}/messages?to=`. */
  readonly mail: string
  readonly projects: { readonly open: string; readonly listed: string; readonly families: string }
  /** Local chains by CAIP-2 id: two EVM chains and one Solana chain. */
  readonly chains: Readonly<Record<`${string}:${string}`, string>>
  /** Addresses of tokens and collections by CAIP-2 id and name. */
  readonly tokens: Readonly<Record<`${string}:${string}`, Readonly<Record<string, string>>>>
  readonly pools: Readonly<Record<`eip155:${number}`, LocalContracts['pools']>>
  /** Everything else that the local EVM chains have from the start. */
  readonly contracts: Readonly<Record<`eip155:${number}`, Pick<LocalContracts, 'faucet' | 'multicall3' | 'permit2' | 'ens'>>>
}

/** Where a token or a collection of a local chain is. */
export function tokenOf(server: Server, network: `${string}:${string}`, name: string): string {
  const address = server.tokens[network]?.[name]
  if (!address) throw new Error(`${network} has no token ${name}.`)
  return address
}

/** The server of this worker's tests; `playwright.config.ts` starts one for each and hands its line over. */
export function readServer(): Server {
  const line = process.env.LATCHKEY_SERVER ?? process.env[`LATCHKEY_SERVER_${process.env.TEST_PARALLEL_INDEX ?? 0}`]
  if (!line) throw new Error('LATCHKEY_SERVER is missing: run the tests with "npx playwright test", which starts the server.')
  return JSON.parse(line) as Server
}

/** The servers of all workers. */
export function readServers(): readonly Server[] {
  const names = Object.keys(process.env).filter((name) => /^LATCHKEY_SERVER_\d+$/.test(name))
  return names.map((name) => JSON.parse(process.env[name] ?? '') as Server)
}

export const networkIds = { first: 'eip155:31337', second: 'eip155:31338' } as const

/** Reads a local chain directly, past everything that is tested. */
export function chainClient(server: Server, chainId: number): PublicClient {
  const url = server.chains[`eip155:${chainId}`]
  if (!url) throw new Error(`The server did not start chain ${chainId}.`)
  return createPublicClient({ transport: http(url) })
}
