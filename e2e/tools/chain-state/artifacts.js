import { createRequire } from 'node:module'

/** @import { Abi, Address, Hex } from 'viem' */
/** @typedef {{ abi: Abi, bytecode: Hex }} Artifact */

const require = createRequire(import.meta.url)

/** Compilers of several years write their output in several ways: the prefix may be missing, the code may lie one level down. */
function read(/** @type {string} */ path) {
  const { abi, bytecode, linkReferences = {} } = require(path)
  const code = (bytecode.object ?? bytecode).replace(/^0x/, '')
  return { abi, bytecode: /** @type {Hex} */ (`0x${code}`), linkReferences }
}

const v2Periphery = '@uniswap/v2-periphery/build'
const v3Periphery = '@uniswap/v3-periphery/artifacts/contracts'
const swapRouters = '@uniswap/swap-router-contracts/artifacts/contracts'

/** The compiled contracts of packages. Their licences are those of the packages: see README.md. */
export const published = {
  weth: read(`${v2Periphery}/WETH9.json`),
  v2Factory: read('@uniswap/v2-core/build/UniswapV2Factory.json'),
  v2Router: read(`${v2Periphery}/UniswapV2Router02.json`),
  v3Factory: read('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  v3Pool: read('@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json'),
  swapRouter: read(`${v3Periphery}/SwapRouter.sol/SwapRouter.json`),
  swapRouter02: read(`${swapRouters}/SwapRouter02.sol/SwapRouter02.json`),
  quoter: read(`${v3Periphery}/lens/QuoterV2.sol/QuoterV2.json`),
  positions: read(`${v3Periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`),
  positionPictures: read(`${v3Periphery}/NonfungibleTokenPositionDescriptor.sol/NonfungibleTokenPositionDescriptor.json`),
  pictureDrawer: read(`${v3Periphery}/libraries/NFTDescriptor.sol/NFTDescriptor.json`),
  ensRegistry: read('@ensdomains/ens/build/contracts/ENSRegistry.json'),
  ensRegistrar: read('@ensdomains/ens/build/contracts/FIFSRegistrar.json'),
  ensReverseRegistrar: read('@ensdomains/ens/build/contracts/ReverseRegistrar.json'),
  ensResolver: read('@ensdomains/resolver/build/contracts/PublicResolver.json'),
}

/**
 * Writes the address of a library into the code that needs it.
 *
 * @param {ReturnType<typeof read>} artifact
 * @param {Address} library
 * @returns {Artifact}
 */
export function link({ abi, bytecode, linkReferences }, library) {
  /** @type {{ start: number, length: number }[]} */
  const places = Object.values(linkReferences).flatMap((names) => Object.values(names).flat())
  const linked = places.reduce(
    (code, { start, length }) => {
      const at = 2 + start * 2
      return code.slice(0, at) + library.slice(2).toLowerCase() + code.slice(at + length * 2)
    },
    /** @type {string} */ (bytecode),
  )
  return { abi, bytecode: /** @type {Hex} */ (linked) }
}
