import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { concat, encodeAbiParameters, getCreate2Address, keccak256, pad } from 'viem'

/** @import { Hex } from 'viem' */

/** Makes contracts whose address depends on their code alone (EIP-1014); anvil has it from the start. */
const deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
/** Safe's own copy of it. */
const safeDeployer = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'
const noSalt = pad('0x', { size: 32 })
/** A local chain pays whatever a deployment takes. */
const gas = '0xe4e1c0'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const safe = '@safe-global/safe-contracts/build/artifacts/contracts'
const module = '@safe-global/safe-4337/build/artifacts/contracts'

/** In the order of deployment: where each contract is on every public network, and what makes it. */
/** @type {readonly { address: Hex, artifact: string, parameters?: Hex, salt?: Hex, from?: Hex }[]} */
const contracts = [
  {
    address: entryPoint,
    artifact: '@account-abstraction/contracts/artifacts/EntryPoint.json',
    salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
  },
  { address: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', artifact: `${safe}/SafeL2.sol/SafeL2.json`, from: safeDeployer },
  {
    address: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
    artifact: `${safe}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`,
    from: safeDeployer,
  },
  { address: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', artifact: `${safe}/libraries/MultiSend.sol/MultiSend.json`, from: safeDeployer },
  {
    address: '0x9b35Af71d77eaf8d7e40252370304687390A1A52',
    artifact: `${safe}/libraries/CreateCall.sol/CreateCall.json`,
    from: safeDeployer,
  },
  { address: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47', artifact: `${module}/SafeModuleSetup.sol/SafeModuleSetup.json` },
  {
    address: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
    artifact: `${module}/Safe4337Module.sol/Safe4337Module.json`,
    parameters: encodeAbiParameters([{ type: 'address' }], [entryPoint]),
  },
]

async function codeOf(/** @type {{ artifact: string, parameters?: Hex }} */ { artifact, parameters = '0x' }) {
  const file = fileURLToPath(new URL(`./node_modules/${artifact}`, import.meta.url))
  return concat([JSON.parse(await readFile(file, 'utf8')).bytecode, parameters])
}

/**
 * Puts EntryPoint 0.7, Safe 1.4.1 and its 4337 module onto a local chain, at the addresses that they have on every public network. What is there
 * already stays. Needs the packages of this folder.
 *
 * @param {string} url of an anvil
 * @throws Error when a compiled contract would end up somewhere else: then it is not the published one
 */
export async function deployContracts(url) {
  const hasCode = async (/** @type {string} */ address) => (await jsonRpc(url, 'eth_getCode', [address, 'latest'])).length > 2
  const [sender] = await jsonRpc(url, 'eth_accounts')
  await jsonRpc(url, 'anvil_setCode', [safeDeployer, await jsonRpc(url, 'eth_getCode', [deployer, 'latest'])])
  for (const contract of contracts) {
    const { address, salt = noSalt, from = deployer } = contract
    if (await hasCode(address)) continue
    const code = await codeOf(contract)
    const there = getCreate2Address({ from, salt, bytecodeHash: keccak256(code) })
    if (there !== address) throw new Error(`${contract.artifact} would be deployed to ${there}.`)
    await jsonRpc(url, 'eth_sendTransaction', [{ from: sender, to: from, data: concat([salt, code]), gas }])
    // The chain mines at once, and answers a little before.
    for (let tries = 0; !(await hasCode(address)); tries++) {
      if (tries === 100) throw new Error(`${contract.artifact} was not deployed.`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
