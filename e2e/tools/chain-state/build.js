import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { startAnvil } from '../../../testkit/src/chains/anvil.js'
import { faucetKey } from '../../../testkit/src/chains/localFaucet.js'
import { published } from './artifacts.js'
import { deployCoins } from './coins.js'
import { compile, compileShipped } from './compile.js'
import { createDeployer } from './deployer.js'
import { deployNames } from './names.js'
import { deployPools } from './pools.js'

/** @typedef {{ nonce: number, balance: string, code: string, storage: Record<string, string> }} Account */

/** The addresses that these have on every public chain. */
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const allowanceModule = '0xAA46724893dedD72658219405185Fb0Fc91e091C'

/** 1 January 2025: the same whenever this runs, and long before any chain that starts from it. */
const birth = 1_735_689_600
const funds = 10n ** 24n
/** Of the one that owns coins to give away. */
const faucet = privateKeyToAddress(faucetKey)

/** viem has the published code, and does not export it. */
async function readMulticall3() {
  const file = await readFile(new URL('./_esm/constants/contracts.js', import.meta.resolve('viem/package.json')), 'utf8')
  const [, code] = /multicall3Bytecode = '(0x[0-9a-f]+)'/.exec(file) ?? []
  if (!code) throw new Error('viem has no code of Multicall3.')
  return /** @type {import('viem').Hex} */ (code)
}

/** @returns {Promise<Record<string, Account>>} */
async function dump(/** @type {Awaited<ReturnType<typeof createDeployer>>} */ { test }) {
  const packed = await test.dumpState()
  return JSON.parse(gunzipSync(Buffer.from(packed.slice(2), 'hex')).toString()).accounts
}

/** What is new: the contracts. Accounts of users start as on any local chain. */
function newContracts(/** @type {Record<string, Account>} */ before, /** @type {Record<string, Account>} */ after) {
  const found = Object.entries(after).filter(([address, { code }]) => code !== '0x' && !before[address])
  return Object.fromEntries(
    found
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([address, { nonce, balance, code, storage }]) => [
        address,
        {
          nonce: toHex(nonce),
          balance,
          code,
          storage: Object.fromEntries(Object.entries(storage).sort(([one], [other]) => (one < other ? -1 : 1))),
        },
      ]),
  )
}

/**
 * Builds the state of a chain on a chain of its own.
 *
 * @param {{ port: number, chainId: number, all: boolean, compiled: ReturnType<typeof compile> }} options `all`: coins of every kind, collections and names
 */
async function buildChain({ port, chainId, all, compiled }) {
  const node = await startAnvil({ port, chainId, args: ['--timestamp', String(birth)] })
  try {
    const deployer = await createDeployer({ url: node.url, chainId })
    await deployer.test.setBlockTimestampInterval({ interval: 1 })
    const before = await dump(deployer)
    const { data: code } = await deployer.reader.call({ data: await readMulticall3() })
    await deployer.place(multicall3, code ?? '0x')
    await deployer.place(permit2, compiled.Permit2?.runtime ?? '0x')
    await deployer.place(allowanceModule, compiled.AllowanceModule?.runtime ?? '0x')
    const coins = await deployCoins(deployer, compiled, { weth: published.weth, all, faucet })
    const pools = await deployPools(deployer, coins)
    const addressOf = async (/** @type {string} */ name) => (await deployer.deploy(/** @type {any} */ (compiled[name]))).address
    const collections = all ? { PICTURES: await addressOf('Pictures'), ITEMS: await addressOf('Items') } : {}
    const ens = all ? await deployNames(deployer, compiled) : undefined
    const tokens = Object.fromEntries(
      Object.entries(coins).map(([key, { address, symbol, decimals }]) => [key, { address, symbol, decimals }]),
    )
    const alloc = { ...newContracts(before, await dump(deployer)), [faucet.toLowerCase()]: { balance: toHex(funds) } }
    return { alloc, addresses: { faucet, multicall3, permit2, allowanceModule, tokens, collections, pools, ...(ens ? { ens } : {}) } }
  } finally {
    await node.stop()
  }
}

/**
 * Makes the state of both chains.
 *
 * @param {number} port of two that are free
 * @returns {Promise<Record<string, { alloc: object, addresses: object }>>} by chain id
 */
export async function buildState(port) {
  const compiled = compile()
  return {
    31337: await buildChain({ port, chainId: 31337, all: true, compiled }),
    31338: await buildChain({ port: port + 1, chainId: 31338, all: false, compiled }),
  }
}

const state = fileURLToPath(new URL('./state/', import.meta.url))

/** What is kept of the state of a chain. */
export const readState = async (/** @type {number} */ chainId) =>
  JSON.parse(brotliDecompressSync(await readFile(`${state}${chainId}.json.br`)).toString())

const pack = (/** @type {object} */ value) =>
  brotliCompressSync(JSON.stringify(value), { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } })

/** Where the secure frame has the code of its own contract. */
const contractCode = fileURLToPath(new URL('../../../secure-frame/src/worker/signers/permissions/contractCode.ts', import.meta.url))
const codeComment =
  '/** Creation code of `contracts/SpendingPermission.sol`: made by `node e2e/tools/chain-state/build.js`, and compared with its source in the long run. */'

/** `node e2e/tools/chain-state/build.js [port]`: writes the files that local chains start from. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const built = await buildState(Number(process.argv[2] ?? 4400))
  for (const [chainId, { alloc }] of Object.entries(built)) await writeFile(`${state}${chainId}.json.br`, pack(alloc))
  const addresses = Object.fromEntries(Object.entries(built).map(([chainId, { addresses }]) => [`eip155:${chainId}`, addresses]))
  await writeFile(`${state}addresses.json`, `${JSON.stringify(addresses, null, 2)}\n`)
  const code = compileShipped().SpendingPermission?.bytecode
  await writeFile(contractCode, `${codeComment}\nexport const contractCode =\n  '${code}'\n`)
}
