import { parseAbi } from 'viem'

/** Safe's module of spending limits, as far as the wallet uses it. */
export const allowanceAbi = parseAbi([
  'function addDelegate(address delegate)',
  'function removeDelegate(address delegate, bool removeAllowances)',
  'function setAllowance(address delegate, address token, uint96 allowanceAmount, uint16 resetTimeMin, uint32 resetBaseMin)',
  'function getDelegates(address safe, uint48 start, uint8 pageSize) view returns (address[] results, uint48 next)',
  'function getTokens(address safe, address delegate) view returns (address[])',
  'function getTokenAllowance(address safe, address delegate, address token) view returns (uint256[5])',
])

/** A permission's own contract, `contracts/SpendingPermission.sol`. */
export const permissionAbi = parseAbi([
  'function terms() view returns (address module, address account, address token, address spender, uint256 expiry)',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  'error NotTheSpender()',
  'error Expired()',
  'error NotPermitted()',
  'error NotSent()',
])
