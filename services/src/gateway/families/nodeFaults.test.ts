import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReply } from '../readReply.js'
import { bitcoinFaults, evmFaults, solanaFaults } from './nodeFaults.js'

const families = { evm: evmFaults, solana: solanaFaults, bitcoin: bitcoinFaults }
type FamilyName = keyof typeof families
const read = (error: unknown) => readReply(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))

/** Error objects as they were seen with status 200, or in lists of what providers answer. */
const refusals: readonly (readonly [provider: string, family: FamilyName, error: object])[] = [
  [
    'Alchemy',
    'evm',
    {
      code: 429,
      message:
        'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.',
    },
  ],
  [
    'Alchemy, month',
    'evm',
    {
      code: -32000,
      message:
        'Monthly capacity limit exceeded. Visit https://dashboard.example/settings/billing to upgrade your scaling policy for continued service.',
    },
  ],
  ['Alchemy, key', 'evm', { code: -32600, message: 'Must be authenticated!' }],
  ['Alchemy, network', 'evm', { code: -32600, message: 'ETH_MAINNET is not enabled for this app. Visit this page to enable the network' }],
  [
    'Alchemy, free tier',
    'evm',
    { code: -32600, message: 'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.' },
  ],
  [
    'Infura',
    'evm',
    { code: -32005, message: 'daily request count exceeded, request rate limited', data: { see: 'https://infura.io/dashboard' } },
  ],
  ['Infura, second', 'evm', { code: -32005, message: 'project ID request rate exceeded', data: { rate: { backoff_seconds: 30 } } }],
  [
    'Infura, details',
    'evm',
    {
      code: 429,
      event: -33200,
      message: 'Too Many Requests',
      details: 'You have surpassed your allowed throughput limit. Reduce the amount of requests per second or upgrade for more capacity.',
    },
  ],
  ['Infura, project', 'evm', { code: -32002, message: 'rejected due to project ID settings' }],
  ['Infura, results', 'evm', { code: -32005, message: 'query returned more than 10000 results' }],
  [
    'QuickNode',
    'evm',
    { code: -32007, message: '25/second request limit reached - reduce calls per second or upgrade your account at quicknode.com' },
  ],
  ['QuickNode, day', 'evm', { code: -32003, message: 'daily request limit reached - upgrade your account at https://quicknode.com' }],
  ['QuickNode, credits', 'evm', { code: -32012, message: 'credits limited to 6000/sec' }],
  [
    'QuickNode, Solana',
    'solana',
    { code: -32007, message: '15/second request limit reached - reduce calls per second or upgrade your account at quicknode.com' },
  ],
  ['QuickNode, range', 'evm', { code: -32614, message: 'eth_getLogs is limited to a 10,000 range' }],
  ['Ankr', 'evm', { code: -32090, message: 'Too many requests, reason: call rate limit exhausted, retry in 10s' }],
  [
    'Ankr, key',
    'evm',
    {
      code: -32000,
      message:
        'Unauthorized: You must authenticate your request with an API key. Create an account and generate your personal API key for free.',
    },
  ],
  ['Ankr, chain', 'evm', { code: -32052, message: 'API key is not allowed to access blockchain' }],
  ['dRPC', 'evm', { code: 30, message: 'Request timeout on the free tier, please upgrade your tier to the paid one' }],
  [
    'dRPC, batch',
    'evm',
    {
      code: 31,
      message: 'Batch of more than 3 requests are not allowed on free tier, to use this feature register paid account at drpc.org',
    },
  ],
  ['dRPC, range', 'evm', { code: 35, message: 'ranges over 10000 blocks are not supported on freetier' }],
  ['dRPC, failure', 'evm', { code: 19, message: 'Temporary internal error. Please retry, trace-id: 1' }],
  ['dRPC, token', 'evm', { code: 4, message: 'token is invalid' }],
  [
    'PublicNode',
    'evm',
    {
      code: -32701,
      message:
        'Please specify an address in your request or, to remove restrictions, order a dedicated full node here: https://www.allnodes.com/eth/host',
    },
  ],
  ['PublicNode, range', 'evm', { code: -32602, message: 'exceed maximum block range: 50000' }],
  ['Cloudflare', 'evm', { code: 1015, message: 'error code: 1015' }],
  ['Cloudflare, gateway', 'evm', { code: -32046, message: 'Cannot fulfill request' }],
  ['Base and OP', 'evm', { code: -32011, message: 'no backends available for method' }],
  ['Base and OP, health', 'evm', { code: -32011, message: 'no backend is currently healthy to serve traffic' }],
  ['Base and OP, limit', 'evm', { code: -32016, message: 'over rate limit' }],
  ['Base, network', 'evm', { code: -32019, message: 'block is out of range: the node is behind' }],
  ['Tenderly', 'evm', { code: -32005, message: 'rate limit exceeded' }],
  ['LlamaRPC', 'evm', { code: -32029, message: 'Too Many Requests' }],
  ['1RPC', 'evm', { code: -32001, message: 'Exceeded the quota usage' }],
  ['NodeReal', 'evm', { code: -32005, message: "You've reached your monthly quota limit." }],
  ['Chainstack', 'evm', { code: -32005, message: "You've exceeded the RPS limit available on the current plan." }],
  ['Chainstack, archive', 'evm', { code: -32002, message: 'Archive, Debug and Trace requests are not available on your current plan.' }],
  ['Blast', 'evm', { code: -32098, message: 'Capacity exceeded. Reduce your request rate.' }],
  ['a proxy', 'evm', { code: 403, message: 'Forbidden' }],
  ['a proxy, 502', 'evm', { code: 502, message: 'Bad Gateway' }],
  ['a proxy, its page', 'evm', { code: -32000, message: '<!DOCTYPE html><html><head><title>Attention Required!</title>' }],
  ['a proxy, code as text', 'evm', { code: '429', message: 'slow' }],
  ['a proxy, no code', 'evm', { message: 'Too Many Requests' }],
  ['Geth, a node that starts', 'evm', { code: -32000, message: 'header not found' }],
  ['Geth, old state', 'evm', { code: -32000, message: 'missing trie node 5f0d (path ) state 0x1 is not available' }],
  ['Geth, history', 'evm', { code: 4444, message: 'pruned history unavailable' }],
  ['Geth, time', 'evm', { code: -32002, message: 'request timed out' }],
  ['Geth, call', 'evm', { code: -32000, message: 'execution aborted (timeout = 5s)' }],
  ['Erigon', 'evm', { code: -32000, message: 'old data not available due to pruning' }],
  ['Nethermind', 'evm', { code: -32002, message: 'The node is still syncing.' }],
  ['Reth', 'evm', { code: -32001, message: 'block not found: finalized' }],
  ['any', 'evm', { code: -32603, message: 'Internal error' }],
  ['Helius', 'solana', { code: -32429, message: 'rate limited' }],
  ['Helius, month', 'solana', { code: -32429, message: 'max usage reached' }],
  ['Helius, key', 'solana', { code: -32401, message: 'invalid api key provided' }],
  ['Solana', 'solana', { code: 429, message: 'Too many requests for a specific RPC call, please contact your app developer' }],
  ['Solana, behind', 'solana', { code: -32005, message: 'Node is behind by 1042 slots', data: { numSlotsBehind: 1042 } }],
  ['Solana, history', 'solana', { code: -32011, message: 'Transaction history is not available from this node' }],
  ['Solana, storage', 'solana', { code: -32019, message: 'Failed to query long-term storage; please try again' }],
  ['Solana, cleaned up', 'solana', { code: -32001, message: 'Block 1 cleaned up, does not exist on node. First available block: 2' }],
  ['Syndica', 'solana', { code: 7429, message: 'Method-specific or namespace rate limit exceeded' }],
  ['Triton', 'solana', { code: -32000, message: 'Forbidden: your IP or provider is blocked from this endpoint' }],
  ['Bitcoin Core, start', 'bitcoin', { code: -28, message: 'Loading block index…' }],
  ['Bitcoin Core, download', 'bitcoin', { code: -10, message: 'Bitcoin Core is in initial sync and waiting for blocks…' }],
  ['Bitcoin Core, alone', 'bitcoin', { code: -9, message: 'Bitcoin is not connected!' }],
  ['Bitcoin Core, pruned', 'bitcoin', { code: -1, message: 'Block not available (pruned data)' }],
  [
    'Bitcoin Core, index',
    'bitcoin',
    { code: -5, message: 'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.' },
  ],
  ['GetBlock', 'bitcoin', { code: 429, message: 'Too many requests' }],
]

/** What the chain says: the same on every node. */
const answers: readonly (readonly [what: string, family: FamilyName, error: object])[] = [
  ['Geth, revert', 'evm', { code: 3, message: 'execution reverted: rate limit exceeded, try again', data: '0x08c379a0' }],
  ['Geth, plain revert', 'evm', { code: -32000, message: 'execution reverted' }],
  ['code 3 alone', 'evm', { code: 3, message: 'too many requests' }],
  ['returned data', 'evm', { code: -32000, message: 'quota', data: '0x08c379a00000' }],
  ['Nethermind', 'evm', { code: -32015, message: 'VM execution error.', data: 'Reverted 0x08c379a0000' }],
  [
    'Hardhat',
    'evm',
    {
      code: -32603,
      message: "Error: VM Exception while processing transaction: reverted with reason string 'capacity'",
      data: { message: 'x', data: '0x08c379a00000' },
    },
  ],
  [
    'Ganache',
    'evm',
    { code: -32603, message: 'Internal JSON-RPC error.', data: { message: 'VM Exception while processing transaction: revert' } },
  ],
  ['out of gas', 'evm', { code: -32000, message: 'out of gas' }],
  ['block gas', 'evm', { code: -32005, message: 'Transaction gas limit exceeds block gas limit' }],
  ['block gas, Geth', 'evm', { code: -32000, message: 'exceeds block gas limit' }],
  ['gas required', 'evm', { code: -32000, message: 'gas required exceeds allowance (30000000)' }],
  ['intrinsic gas', 'evm', { code: -32000, message: 'intrinsic gas too low' }],
  ['opcode', 'evm', { code: -32000, message: 'invalid opcode: INVALID' }],
  ['jump', 'evm', { code: -32000, message: 'invalid jump destination' }],
  ['stack', 'evm', { code: -32000, message: 'stack underflow (0 <=> 1)' }],
  ['funds', 'evm', { code: -32000, message: 'insufficient funds for gas * price + value: balance 0, tx cost 1' }],
  ['nonce too low', 'evm', { code: -32000, message: 'nonce too low: next nonce 5, tx nonce 4' }],
  ['nonce too high', 'evm', { code: -32603, message: 'Nonce too high. Expected nonce to be 0' }],
  ['known', 'evm', { code: -32000, message: 'already known' }],
  ['known, OpenEthereum', 'evm', { code: -32010, message: 'Transaction with the same hash was already imported.' }],
  ['underpriced', 'evm', { code: -32000, message: 'replacement transaction underpriced' }],
  ['tip', 'evm', { code: -32000, message: 'max fee per gas less than block base fee' }],
  ['replay', 'evm', { code: -32000, message: 'only replay-protected (EIP-155) transactions allowed over RPC' }],
  ['no such method', 'evm', { code: -32601, message: 'the method eth_foo does not exist/is not available' }],
  [
    'no such method, Alchemy',
    'evm',
    { code: -32600, message: 'Unsupported method: eth_foo. See available methods at https://docs.example/reference' },
  ],
  ['parameters', 'evm', { code: -32602, message: 'invalid argument 0: hex string has length 2, want 40 for common.Address' }],
  ['parameters missing', 'evm', { code: -32602, message: 'missing value for required argument 0' }],
  ['filter', 'evm', { code: -32000, message: 'filter not found' }],
  [
    'simulation',
    'solana',
    {
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 2: custom program error: 0x1',
      data: { err: {}, logs: ['Program log: rate limit exceeded'] },
    },
  ],
  ['compute', 'solana', { code: -32002, message: 'Transaction simulation failed: Computational budget exceeded' }],
  ['blockhash', 'solana', { code: -32002, message: 'Transaction simulation failed: Blockhash not found' }],
  ['processed', 'solana', { code: -32002, message: 'This transaction has already been processed' }],
  ['lamports', 'solana', { code: -32002, message: 'Transfer: insufficient lamports 1, need 2' }],
  ['signature', 'solana', { code: -32003, message: 'Transaction signature verification failure' }],
  ['version', 'solana', { code: -32015, message: 'Transaction version (0) is not supported by the requesting client' }],
  ['account', 'solana', { code: -32602, message: 'Invalid param: could not find account' }],
  ['no mint', 'solana', { code: -32602, message: 'Invalid param: not a Token mint' }],
  ['skipped', 'solana', { code: -32007, message: 'Slot 1 was skipped, or missing due to ledger jump to recent snapshot' }],
  [
    'no transaction',
    'bitcoin',
    { code: -5, message: 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.' },
  ],
  ['fee', 'bitcoin', { code: -26, message: 'min relay fee not met, 0 < 110' }],
  ['replacement', 'bitcoin', { code: -26, message: 'insufficient fee, rejecting replacement; new feerate 0.00001 <= old feerate' }],
  ['conflict', 'bitcoin', { code: -26, message: 'txn-mempool-conflict' }],
  ['inputs', 'bitcoin', { code: -25, message: 'bad-txns-inputs-missingorspent' }],
  ['in the chain', 'bitcoin', { code: -27, message: 'Transaction already in block chain' }],
  ['decode', 'bitcoin', { code: -22, message: 'TX decode failed. Make sure the tx has at least one input.' }],
  ['wrong parameters', 'bitcoin', { code: -1, message: 'getblockhash height' }],
  ['height', 'bitcoin', { code: -8, message: 'Block height out of range' }],
]

describe('whose reason an error is', () => {
  test.each(refusals)("behavior: the node's: %s (%s) %j", (_provider, family, error) => {
    expect(families[family].isNodeFault(read(error))).toBe(true)
  })

  test.each(answers)("behavior: the chain's: %s (%s) %j", (_what, family, error) => {
    expect(families[family].isNodeFault(read(error))).toBe(false)
    expect(families[family].refusesForNow(read(error))).toBe(false)
  })

  const name = fc.constantFrom<FamilyName>('evm', 'solana', 'bitcoin')
  const codes = fc.constantFrom<number>(
    429,
    403,
    401,
    402,
    1015,
    -32_011,
    -32_046,
    -32_090,
    -32_429,
    -32_403,
    500,
    502,
    503,
    520,
    524,
    530,
    7_429,
  )

  test('behavior: codes that no chain has are a refusal, whatever the words and whatever stands beside them', () => {
    fc.assert(
      fc.property(name, codes, fc.string(), fc.jsonValue(), (family, code, message, data) => {
        expect(families[family].isNodeFault(read({ code, message, data }))).toBe(true)
      }),
    )
  })

  test('behavior: words of a refusal are one, in any case and with any code of a server', () => {
    const said = fc.constantFrom(
      'Too many requests',
      'rate limit exceeded',
      'Rate-limited',
      'quota exceeded',
      'upgrade your plan',
      'server is overloaded',
      'Service Unavailable',
      'throttled',
      'API key invalid',
    )
    const code = fc.oneof(fc.integer({ min: -32_099, max: -32_000 }), fc.constantFrom(-32_600, -32_603, -32_701, 0, 1, 4, 35, 400))
    fc.assert(
      fc.property(name, said, code, fc.constantFrom('', ' (id 7f3a)', '. ', ' #12'), fc.boolean(), (family, words, number, more, loud) => {
        const message = `${loud ? words.toUpperCase() : words}${more}`
        expect(families[family].isNodeFault(read({ code: number, message }))).toBe(true)
      }),
    )
  })

  test('security: what a contract says of itself never sends a call to another node', () => {
    const reason = fc.oneof(
      fc.string(),
      fc.constantFrom(...refusals.map(([, , error]) => JSON.stringify(error)), 'rate limit', 'too many requests'),
    )
    const shown = fc.constantFrom(
      'execution reverted: ',
      'VM Exception while processing transaction: revert ',
      'reverted with reason string ',
    )
    fc.assert(
      fc.property(fc.constantFrom(3, -32_000, -32_603, -32_015, -32_005), shown, reason, (code, how, why) => {
        expect(evmFaults.isNodeFault(read({ code, message: `${how}${why}` }))).toBe(false)
      }),
    )
  })

  test('behavior: results, what is no error, and other words are no refusals', () => {
    const harmless = fc.stringMatching(/^(?:foo|bar|value|token|owner|sum|[ ,.0-9]){0,20}$/)
    fc.assert(
      fc.property(
        name,
        fc.integer({ min: -32_099, max: -32_020 }).filter((code) => ![-32_029, -32_046, -32_052, -32_090].includes(code)),
        harmless,
        (family, code, message) => {
          expect(families[family].isNodeFault(read({ code, message }))).toBe(false)
        },
      ),
    )
    for (const faults of Object.values(families))
      for (const answer of [null, undefined, { kind: 'result' as const, raw: '"too many requests"' }])
        expect(faults.isNodeFault(answer)).toBe(false)
  })

  test('behavior: a limit is for now; a key, a plan and an old state are not', () => {
    const isForNow = (error: object) => evmFaults.refusesForNow(read(error))
    for (const error of [
      { code: 429, message: '' },
      { code: -32_005, message: 'x' },
      { code: 1_015, message: 'x' },
      { code: -32_000, message: 'Too many requests' },
    ])
      expect(isForNow(error)).toBe(true)
    for (const error of [
      { code: 403, message: '' },
      { code: -32_000, message: 'invalid api key' },
      { code: -32_000, message: 'missing trie node' },
      { code: -32_603, message: 'Internal error' },
    ])
      expect(isForNow(error)).toBe(false)
  })
})
