import type { Moved, Transaction } from './historyProvider.js'

/** What a transaction is by what it moved, where nothing more is known of it. */
export function operationOf(moved: readonly Moved[]): Transaction['operation'] {
  const ways = new Set(moved.map(({ direction }) => direction))
  if (ways.has('in') && ways.has('out')) return 'trade'
  if (ways.has('in')) return 'receive'
  return ways.size > 0 ? 'send' : 'execute'
}
