import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** What the lock file of this folder installs; the project itself does not have it. */
const installed = createRequire(import.meta.url)
const ours = fileURLToPath(new URL('./contracts/', import.meta.url))
/** Contracts of the product, which local chains don't start with. */
const shipped = fileURLToPath(new URL('../../../secure-frame/contracts/', import.meta.url))

/**
 * Compiles our own contracts.
 *
 * @param {string} [folder] where they are
 * @returns {Record<string, { abi: import('viem').Abi, bytecode: import('viem').Hex, runtime: import('viem').Hex }>} by the contract's name
 * @throws Error with what the compiler says
 */
export function compile(folder = ours) {
  const solc = installed('solc')
  const files = readdirSync(folder)
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: readFileSync(folder + file, 'utf8') }])),
    settings: {
      viaIR: true,
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      // Without it the code would end with a hash of every comment.
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const load = (/** @type {string} */ path) => ({ contents: readFileSync(installed.resolve(path), 'utf8') })
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input), { import: load }))
  const wrong = errors.filter((/** @type {{ severity: string }} */ { severity }) => severity === 'error')
  if (wrong.length > 0)
    throw new Error(wrong.map((/** @type {{ formattedMessage: string }} */ { formattedMessage }) => formattedMessage).join('\n'))
  const own = files.flatMap((file) => Object.entries(contracts[file]))
  return Object.fromEntries(
    own.map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` }]),
  )
}

/** Compiles the contracts of the product. */
export const compileShipped = () => compile(shipped)
