import { concat, type Hex, keccak256, numberToHex, padHex } from 'viem'
import type { SmartAccount } from '../context.js'
import { randomAddress, type Trial } from '../evm/trial.js'
import { deploymentOf } from './account.js'
import { type Call, encodeModuleCalls } from './calls.js'
import { contracts } from './contracts.js'
import type { BuiltOperation } from './operation.js'

/** Where a Safe keeps its modules: the second slot of its storage (Safe 1.4.1, `ModuleManager`). Each points to the next one; the last to this. */
const modulesSlot = 1n
const lastModule = numberToHex(1n, { size: 32 })
/** Gas of what stands around the account's calls. */
const aroundGas = 300_000n
/** Enough where there is no estimate. */
const fallbackGas = 3_000_000n
/** What deploying an account takes, with room. */
const deploymentGas = 2_000_000n

const hexOf = (value: bigint, bytes: number) => numberToHex(value, { size: bytes }).slice(2)

/**
 * Code that has the account make the calls, with the gas that the operation gives them, and fails when they fail:
 * `CALL(gas, account, 0, call data) && its answer ? STOP : REVERT`.
 */
const callerCode = (account: Hex, gas: bigint): Hex =>
  `0x36600060003760206000366000600073${account.slice(2)}7f${hexOf(gas, 32)}f16000511660525760006000fd5b00`

/** Where the entry point counts operations, and keeps that it runs one (EntryPoint 0.7: `NonceManager`, `ReentrancyGuard`). */
const [numbersSlot, guardSlot, isRunning] = [1n, numberToHex(2n, { size: 32 }), numberToHex(2n, { size: 32 })]

const slotOf = (key: Hex, slot: Hex): Hex => keccak256(concat([padHex(key, { size: 32 }), slot]))

/** The entry point as it is while it runs the operation: the operation's number is used up, and no other can run inside of it. */
function runningEntryPoint({ sender, nonce }: BuiltOperation['operation']): object {
  const [row, number] = [nonce >> 64n, nonce & (2n ** 64n - 1n)]
  const slot = slotOf(numberToHex(row), slotOf(sender, numberToHex(numbersSlot, { size: 32 })))
  return { stateDiff: { [slot]: numberToHex(number + 1n, { size: 32 }), [guardSlot]: isRunning } }
}

/** A part of an ether, so that what pays for a trial looks like any account. */
const pocketMoney = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) * 10n ** 9n

/**
 * A user operation as a trial: a module at a random address has the account make the calls, in a transaction of another random address. So `msg.sender` is the account, and `tx.origin` is another: as when a bundler sends it to the entry point. Only the signature, which
 * does not exist yet, is not tried.
 *
 * @param built the operation; null: the bundler refused it
 * @param left what the account has once the operation's fee is put aside
 */
export function operationTrial(
  calls: readonly Call[],
  built: BuiltOperation | null,
  { address, owner }: Pick<SmartAccount, 'address' | 'owner'>,
  isDeployed: boolean,
  left: bigint,
): Trial {
  const [bundler, module] = [randomAddress(), randomAddress()]
  const { callGasLimit = fallbackGas, maxFeePerGas, maxPriorityFeePerGas } = built?.operation ?? {}
  const price =
    maxFeePerGas === undefined
      ? {}
      : { maxFeePerGas: numberToHex(maxFeePerGas), maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas ?? 0n) }
  const slot = slotOf(module, numberToHex(modulesSlot, { size: 32 }))
  const balance = (callGasLimit + aroundGas + deploymentGas) * (maxFeePerGas ?? 0n) * 2n + pocketMoney()
  const funds = { [bundler]: { balance: numberToHex(balance) } }
  const { factory, factoryData } = deploymentOf(owner)
  const gas = numberToHex((callGasLimit * 64n) / 63n + aroundGas)
  const main = { from: bundler, to: module, data: encodeModuleCalls(calls), gas, nonce: numberToHex(isDeployed ? 0n : 1n), ...price }
  const deployment = { from: bundler, to: factory, data: factoryData, gas: numberToHex(deploymentGas), nonce: '0x0', ...price }
  return {
    account: address,
    ...(isDeployed ? {} : { before: [deployment], funds }),
    calls: [main],
    overrides: {
      ...(isDeployed ? funds : {}),
      [module]: { code: callerCode(address, callGasLimit) },
      [address]: { stateDiff: { [slot]: lastModule }, balance: numberToHex(left) },
      ...(built ? { [contracts.entryPoint]: runningEntryPoint(built.operation) } : {}),
    },
    fee: 0n,
  }
}
