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
