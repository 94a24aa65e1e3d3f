import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/*
 * `npm ci` here, then `node compile.js`: compiles the contracts of the indexer's tests. What it writes is kept beside them, so that tests need no
 * compiler.
 */
const folder = fileURLToPath(new URL('../../../services/src/indexer/testing/contracts/', import.meta.url))
const solc = createRequire(import.meta.url)('solc')

const input = {
  language: 'Solidity',
  sources: { 'Money.sol': { content: readFileSync(`${folder}Money.sol`, 'utf8') } },
  settings: {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}
const output = JSON.parse(solc.compile(JSON.stringify(input)))
const errors = (output.errors ?? []).filter((/** @type {{ severity: string }} */ { severity }) => severity === 'error')
if (errors.length > 0) throw new Error(errors.map((/** @type {{ formattedMessage: string }} */ error) => error.formattedMessage).join('\n'))
/** @type {Record<string, { evm: { bytecode: { object: string } } }>} */
const contracts = output.contracts['Money.sol']
const codes = Object.fromEntries(Object.entries(contracts).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]))
writeFileSync(`${folder}Money.json`, `${JSON.stringify(codes, undefined, 2)}\n`)
