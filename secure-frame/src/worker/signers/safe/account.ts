import { concat, encodeFunctionData, getCreate2Address, type Hex, keccak256, numberToHex, zeroAddress } from 'viem'
import { contracts, proxyCodeHash, safeAbi } from './contracts.js'

/** One account for each owner. */
const saltNonce = 0n

/** What the account is set up with: one owner, and the module that takes its user operations. */
function initializerOf(owner: Hex): Hex {
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'enableModules', args: [[contracts.module]] })
  return encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [[owner], 1n, contracts.moduleSetup, data, contracts.module, zeroAddress, 0n, zeroAddress],
  })
}

/** Address of an owner's smart account, the same on every network, whether it was deployed there or not. */
export function safeAddressOf(owner: Hex): Hex {
  const salt = keccak256(concat([keccak256(initializerOf(owner)), numberToHex(saltNonce, { size: 32 })]))
  return getCreate2Address({ from: contracts.proxyFactory, salt, bytecodeHash: proxyCodeHash })
}

/** The call that deploys an owner's smart account. Anybody may make it: the address commits to the owner. */
export function deploymentOf(owner: Hex): { readonly factory: Hex; readonly factoryData: Hex } {
  const args = [contracts.singleton, initializerOf(owner), saltNonce] as const
  return { factory: contracts.proxyFactory, factoryData: encodeFunctionData({ abi: safeAbi, functionName: 'createProxyWithNonce', args }) }
}
