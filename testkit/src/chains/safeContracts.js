import { readFile } from 'node:fs/promises'
import { installTool } from '../../../scripts/lib/installTool.js'

/**
 * Puts the contracts of smart accounts onto a local chain, at the addresses that they have on every public network. Their packages have licences
 * of their own: they are installed the first time, beside ours.
 *
 * @param {string} url of an anvil
 */
export async function installSafeContracts(url) {
  await installTool('contracts')
  const { deployContracts } = await import('../../../e2e/tools/contracts/deploy.js')
  await deployContracts(url)
}

/**
 * The code that makes an account's proxy, as Safe published it.
 *
 * @returns {Promise<import('viem').Hex>}
 */
export async function safeProxyCode() {
  await installTool('contracts')
  const folder = new URL('../../../e2e/tools/contracts/node_modules/@safe-global/safe-contracts/', import.meta.url)
  const artifact = await readFile(new URL('build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json', folder), 'utf8')
  return JSON.parse(artifact).bytecode
}
