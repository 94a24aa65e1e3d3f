import { type Hex, toEventSelector, toFunctionSelector } from 'viem'
import type { Operation } from './rows.js'

/** Events that say what moved. */
export const topics = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  transferSingle: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  transferBatch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
  approval: toEventSelector('Approval(address,address,uint256)'),
  approvalForAll: toEventSelector('ApprovalForAll(address,address,bool)'),
  /** Wrapped coins (WETH9) have no Transfer where they appear and disappear. */
  deposit: toEventSelector('Deposit(address,uint256)'),
  withdrawal: toEventSelector('Withdrawal(address,uint256)'),
  /** ERC-4337: in whose name the transaction acted. */
  userOperation: toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
} as const

const events: readonly (readonly [signature: string, operation: Operation])[] = [
  // Uniswap v2, v3, v4.
  ['Swap(address,uint256,uint256,uint256,uint256,address)', 'trade'],
  ['Swap(address,address,int256,int256,uint160,uint128,int24)', 'trade'],
  ['Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)', 'trade'],
  // Liquidity of Uniswap v2 and v3.
  ['Mint(address,uint256,uint256)', 'deposit'],
  ['Burn(address,uint256,uint256,address)', 'withdraw'],
  ['IncreaseLiquidity(uint256,uint128,uint256,uint256)', 'deposit'],
  ['DecreaseLiquidity(uint256,uint128,uint256,uint256)', 'withdraw'],
  // ERC-4626.
  ['Deposit(address,address,uint256,uint256)', 'deposit'],
  ['Withdraw(address,address,address,uint256,uint256)', 'withdraw'],
  // Aave v3 and v2.
  ['Supply(address,address,address,uint256,uint16)', 'deposit'],
  ['Deposit(address,address,address,uint256,uint16)', 'deposit'],
  ['Withdraw(address,address,address,uint256)', 'withdraw'],
  ['Borrow(address,address,address,uint256,uint8,uint256,uint16)', 'borrow'],
  ['Borrow(address,address,address,uint256,uint256,uint256,uint16)', 'borrow'],
  ['Repay(address,address,address,uint256,bool)', 'repay'],
  ['Repay(address,address,address,uint256)', 'repay'],
  // Compound v2.
  ['Mint(address,uint256,uint256,uint256)', 'deposit'],
  ['Redeem(address,uint256,uint256)', 'withdraw'],
  ['Borrow(address,uint256,uint256,uint256)', 'borrow'],
  ['RepayBorrow(address,address,uint256,uint256,uint256)', 'repay'],
  // Staking (Synthetix and its many copies), merkle distributors.
  ['Staked(address,uint256)', 'stake'],
  ['Withdrawn(address,uint256)', 'unstake'],
  ['Unstaked(address,uint256)', 'unstake'],
  ['RewardPaid(address,uint256)', 'claim'],
  ['Claimed(uint256,address,uint256)', 'claim'],
]

/** Events that name what a transaction is. Of several, the first in this list: an investment that swaps on its way is an investment. */
const order: readonly Operation[] = ['borrow', 'repay', 'deposit', 'withdraw', 'stake', 'unstake', 'trade', 'claim']
const operationByTopic = new Map<string, Operation>(events.map(([signature, operation]) => [toEventSelector(signature), operation]))

/** What the events of a transaction call it. Undefined when none of them says. */
export function operationOfTopics(found: ReadonlySet<string>): Operation | undefined {
  const named = new Set([...found].flatMap((topic) => operationByTopic.get(topic) ?? []))
  return order.find((operation) => named.has(operation))
}

const functions: readonly (readonly [signature: string, operation: Operation])[] = [
  ['approve(address,uint256)', 'approve'],
  ['increaseAllowance(address,uint256)', 'approve'],
  ['decreaseAllowance(address,uint256)', 'approve'],
  ['setApprovalForAll(address,bool)', 'approve'],
  ['transfer(address,uint256)', 'send'],
  ['transferFrom(address,address,uint256)', 'send'],
  ['safeTransferFrom(address,address,uint256)', 'send'],
  ['safeTransferFrom(address,address,uint256,bytes)', 'send'],
  ['safeTransferFrom(address,address,uint256,uint256,bytes)', 'send'],
  ['safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', 'send'],
  ['stake(uint256)', 'stake'],
  ['submit(address)', 'stake'],
  ['unstake(uint256)', 'unstake'],
  ['exit()', 'unstake'],
  ['claim()', 'claim'],
  ['claim(uint256,address,uint256,bytes32[])', 'claim'],
  ['getReward()', 'claim'],
]
const operationByMethod = new Map<string, Operation>(functions.map(([signature, operation]) => [toFunctionSelector(signature), operation]))

/** What a function is called for, where its name alone says it. */
export const operationOfMethod = (method: Hex | null): Operation | undefined => operationByMethod.get(method ?? '')
