import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig, listedTokens } from '@latchkey/testkit/src/chains/localTokens.js'
import { genesisHash, localSolanaId } from '@latchkey/testkit/src/chains/solana/genesis.js'
import { serveSolana } from '@latchkey/testkit/src/chains/solana/server.js'
import type { Chain } from '../config/chains.js'
import { type FakeNode, type NodeAnswer, type RpcRequest, startFakeNode } from './fakeNode.js'
import { openGateway } from './gateway.js'
import { startRecordedServer } from './recordedServer.js'

/* What stands behind a provider in its tests: real servers on this machine, whole or broken. */

type Closing = { readonly url: string; readonly close: () => Promise<void> }

/** A way of not answering that any server has. */
export type Fault = { readonly what: string; readonly answer: NodeAnswer }

/** What is no answer, whoever gives it. */
export const faults: readonly Fault[] = [
  { what: 'an error', answer: { status: 500, text: '{"error":"down"}' } },
  { what: 'a limit', answer: { status: 429, text: '{}', headers: { 'retry-after': '60' } } },
  { what: 'a page instead of JSON', answer: { text: '<!doctype html><title>Sorry</title>' } },
  { what: 'ten megabytes', answer: { text: `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(10_000_000)}"}` } },
  { what: 'another shape', answer: { text: '{"jsonrpc":"2.0","id":1,"result":{"coins":[1]},"items":7,"coins":[1],"ethereum":7}' } },
  { what: 'nothing', answer: { text: '' } },
  { what: 'a cut connection', answer: 'cut' },
]

/** A service on HTTP that answers everything alike. */
export async function startFaultyService(answer: NodeAnswer): Promise<Closing> {
  return startRecordedServer(() =>
    typeof answer === 'string' ? answer : { body: answer.text ?? '', ...(answer.status ? { status: answer.status } : {}) },
  )
}

/** A node of the local chains' that answers everything alike, or as a function says. */
export async function startFaultyNode(answer: NodeAnswer | FakeNode['answer']): Promise<FakeNode> {
  const node = await startFakeNode()
  node.identity = { 'eth_chainId []': '0x7a69', 'getGenesisHash []': genesisHash }
  node.answer = typeof answer === 'function' ? answer : () => answer
  return node
}

/** Passes calls on to a node, but for those whose result is given: by method, or what to make of the true one. */
export const lying =
  (url: string, lies: Readonly<Record<string, unknown>>): FakeNode['answer'] =>
  async (body, text) => {
    const { id, method } = body as RpcRequest
    const lie = lies[method]
    if (lie !== undefined && typeof lie !== 'function') return { json: { jsonrpc: '2.0', id, result: lie } }
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })
    const whole = await answer.text()
    return { text: typeof lie === 'function' ? (lie(whole) as string) : whole }
  }

/** The local EVM chain with its contracts. */
export async function startEvm(folder: string): Promise<Closing> {
  // With the states of as many blocks as the full nodes of Ethereum keep: random orders by the thousand would take gigabytes otherwise.
  const args = ['--init', await writeGenesis({ chainId: 31_337, folder }), '--prune-history', '128']
  const { url, stop } = await startAnvil({ chainId: 31_337, args })
  return { url, close: stop }
}

/** The local Solana chain with its tokens. */
export const startSolana = (): Promise<Closing> => serveSolana({ port: 0 })

/** A gateway over a node of one of the two local chains, and the chain as the configuration has it. */
export async function openEvm(url: string) {
  return openGateway([{ url }], { chain: { testnet: true, ...contractsConfig(31_337) } })
}
export async function openSolana(url: string, changes: Partial<Chain> = {}) {
  const coin = { nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } }
  return openGateway([{ url }], {
    chain: { caip2: localSolanaId, ...coin, testnet: true, tokens: changes.tokens ?? listedTokens(localSolanaId) },
  })
}
