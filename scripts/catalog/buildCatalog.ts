import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { createReencoder } from '@latchkey/services/src/images/reencode.ts'
import { createIconPack } from './iconPack.js'
import { mergeDrafts } from './merge.js'
import { writeNotices } from './notices.js'
import { readCurrencies } from './readFlags.js'
import { readOnboard } from './readOnboard.js'
import { readRainbowkit } from './readRainbowkit.js'
import { readSolanaAdapter } from './readSolana.js'
import { readThirdweb } from './readThirdweb.js'
import { readNetworks, readTokens } from './readWeb3icons.js'
import { openSources, type Source } from './sources.js'
import { type WalletRow, walletRow } from './wallets.js'

const repository = resolve(import.meta.dirname, '../..')
const output = resolve(repository, 'services/catalog')
const smallestCatalog = 500

const byPlace = (a: WalletRow, b: WalletRow) =>
  (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER) ||
  (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : a.name.toLowerCase() > b.name.toLowerCase() ? 1 : a.id < b.id ? -1 : 1)

/** Builds `services/catalog` from the pinned sources. The same sources always give the same bytes. */
export async function buildCatalog(): Promise<void> {
  const sources = await openSources(resolve(repository, 'node_modules/.cache/latchkey-catalog'))
  const source = (name: string): Source => {
    const found = sources.get(name)
    if (!found) throw new Error(`${name} is not among the sources.`)
    return found
  }
  const adapters = [...sources.values()].filter(({ name }) => name.startsWith('@solana/'))
  const drafts = [
    ...(await readRainbowkit(source('@rainbow-me/rainbowkit'))),
    ...(await readThirdweb(source('thirdweb'))),
    ...(await readOnboard(source('@web3-onboard/injected-wallets'))),
    ...(await Promise.all(adapters.map(readSolanaAdapter))).flat(),
  ]
  const reencoder = createReencoder({ edge: 128 })
  const icons = createIconPack(reencoder)
  const wallets: WalletRow[] = []
  for (const group of mergeDrafts(drafts)) {
    const row = await walletRow(group, icons)
    if (row) wallets.push(row)
  }
  wallets.sort(byPlace)
  const twice = wallets.find((wallet, index) => wallets.findIndex(({ id }) => id === wallet.id) !== index)
  if (twice) throw new Error(`Two wallets have the id of ${twice.name}.`)
  if (wallets.length < smallestCatalog) throw new Error(`Only ${wallets.length} wallets; a source has lost its data.`)
  const networks = await readNetworks(source('@web3icons/core'), source('@web3icons/common'), icons)
  const tokens = await readTokens(source('@web3icons/core'), source('@web3icons/common'), icons)
  const currencies = await readCurrencies(source('circle-flags'), icons)
  await reencoder.close()

  const pack = icons.write()
  await mkdir(output, { recursive: true })
  const write = (file: string, content: string | Buffer) => writeFile(resolve(output, file), content)
  for (const [name, rows] of Object.entries({ wallets, networks, tokens, currencies, icons: pack.index }))
    await write(`${name}.json`, JSON.stringify(rows))
  await write('icons.bin', pack.bytes)
  await write('LICENSE-Apache-2.0.txt', await readFile(resolve(source('thirdweb').folder, 'LICENSE')))
  await write('NOTICES.md', await writeNotices(sources, wallets))
  // The repository's own format: a changed wallet is a few changed lines, and the style check has nothing to say.
  await promisify(execFile)('npx', ['biome', 'format', '--write', output], { cwd: repository })
  const without = wallets.filter(({ image_id }) => image_id === null).length
  console.log(
    `${wallets.length} wallets (${without} without a picture), ${networks.length} networks, ${tokens.length} tokens, ` +
      `${currencies.length} currencies, ${Object.keys(pack.index).length} icons of ${pack.bytes.length} bytes, ${icons.refusals.length} pictures refused`,
  )
}
