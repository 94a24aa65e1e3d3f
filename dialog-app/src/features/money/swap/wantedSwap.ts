import { type Mistake, nativeTokenAddress } from '@latchkey/protocol'
import { host } from '../../../bridge/host.js'
import type { Dialog } from '../../../lib/dialog.js'
import { readAddress } from '../../../namespaces/readAddress.js'
import { keyOf, type SwapToken, swapStore } from '../../../state/swap.js'
import { readAmount } from '../amounts.js'
import { type OnNetwork, onNetwork } from '../onNetwork.js'
import { findPasted, loadElsewhere } from './swapTokens.js'

/** Characters of a value that a line has room for. */
const longest = 100
const expected = {
  from: 'a token of the network in use that can be swapped: a CAIP-10 id, or the CAIP-2 id of the network for its coin',
  to: 'a token that the other one can be swapped for: a CAIP-10 id, or the CAIP-2 id of the network for its coin',
  amount: 'a decimal number as text, with no more decimals than the token has',
} as const

/** The token that a page means; undefined for one that cannot be swapped from here. */
async function findWanted(dialog: Dialog, of: OnNetwork, id: string, side: 'from' | 'to'): Promise<SwapToken | undefined> {
  const [namespace, reference, contract] = id.split(':')
  const networkId = `${namespace}:${reference}`
  const read = contract === undefined ? undefined : await readAddress(dialog, contract)
  if (contract !== undefined && read?.family !== of.namespace) return undefined
  const address = read?.address.toLowerCase() ?? nativeTokenAddress
  if (networkId === of.networkId) {
    const listed = swapStore(dialog)
      .getState()
      .tokens.find((token) => token.address === address)
    return listed ?? (await findPasted(dialog, address).catch(() => undefined))
  }
  if (side === 'from') return undefined
  await loadElsewhere(dialog)
  return swapStore(dialog)
    .getState()
    .elsewhere.find((token) => token.networkId === networkId && token.address === address)
}

/** Fills the form with what the page wants in it. What cannot be is named on the page's console, and left out. */
export async function applyWanted(dialog: Dialog): Promise<void> {
  const store = swapStore(dialog)
  const { wanted, key } = store.getState()
  const of = onNetwork(dialog)
  if (!wanted || !of || of.key !== key) return
  store.setState({ wanted: undefined })
  const mistakes: Mistake[] = []
  const leaveOut = (name: keyof typeof expected) => {
    const value = (JSON.stringify(wanted[name]) ?? '').slice(0, longest)
    mistakes.push({ kind: 'value', path: `open.${name}`, value, expected: expected[name] })
    return undefined
  }
  const tokenFor = async (side: 'from' | 'to') => {
    const id = wanted[side]
    if (id === undefined) return undefined
    return (typeof id === 'string' ? await findWanted(dialog, of, id, side) : undefined) ?? leaveOut(side)
  }
  const sold = await tokenFor('from')
  const found = await tokenFor('to')
  const bought = sold && found && keyOf(sold) === keyOf(found) ? leaveOut('to') : found
  if (store.getState().key !== key) return
  const now = store.getState()
  const isOther = (token: SwapToken | undefined, other: SwapToken | undefined) => !token || !other || keyOf(token) !== keyOf(other)
  // What was proposed for a side gives way to what is wanted on the other.
  const from = sold ?? (isOther(now.from, bought) ? now.from : now.to)
  const to = bought ?? (isOther(now.to, sold) ? now.to : now.from)
  const { amount } = wanted
  const isAmount = typeof amount === 'string' && from !== undefined && readAmount(amount, from.decimals, from.symbol) !== undefined
  if (amount !== undefined && !isAmount) leaveOut('amount')
  store.setState({ from, to, isMax: false, problem: undefined, moved: undefined, quote: { status: 'none' }, text: isAmount ? amount : '' })
  if (mistakes.length > 0)
    await host(dialog)
      .call('reportMistakes', { mistakes })
      .catch(() => {})
}
