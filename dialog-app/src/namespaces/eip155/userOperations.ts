import { readProperty } from '@latchkey/protocol'
import { decodeErrorResult, decodeEventLog, type Hex, parseAbi } from 'viem'

/** What every entry point of ERC-4337 reports, so far. */
const abi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
  'event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason)',
])
const solidityErrors = parseAbi(['error Error(string message)', 'error Panic(uint256 code)'])

/** The words of a revert, if it has any. */
function revertText(data: Hex): string | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ abi: solidityErrors, data })
    return errorName === 'Error' ? args[0] : undefined
  } catch {
    return undefined
  }
}

function readLog(log: unknown) {
  try {
    const topics = readProperty(log, 'topics') as [Hex, ...Hex[]]
    return decodeEventLog({ abi, data: readProperty(log, 'data') as Hex, topics })
  } catch {
    return undefined
  }
}

/**
 * How an account's user operation ended in the transaction that carried it: the transaction itself succeeds even when the operation failed.
 *
 * @param receipt of the transaction
 * @param account that the operation is of
 * @returns undefined when the transaction carried none of the account's
 */
export function operationEnd(receipt: unknown, account: string): { readonly success: boolean; readonly reason?: string } | undefined {
  const entryPoint = String(readProperty(receipt, 'to')).toLowerCase()
  const logs = readProperty(receipt, 'logs')
  // Only the contract that was called speaks for its operations; any other may write such a log.
  const own = (Array.isArray(logs) ? logs : []).filter((log) => String(readProperty(log, 'address')).toLowerCase() === entryPoint)
  const events = own.map(readLog).filter((event) => event?.args.sender.toLowerCase() === account.toLowerCase())
  const end = events.find((event) => event?.eventName === 'UserOperationEvent')
  if (end?.eventName !== 'UserOperationEvent') return undefined
  const said = events.find((event) => event?.eventName === 'UserOperationRevertReason')
  const reason = said?.eventName === 'UserOperationRevertReason' ? revertText(said.args.revertReason) : undefined
  return { success: end.args.success, ...(reason ? { reason } : {}) }
}
