import type { OperationType } from '@latchkey/protocol'
import { activityAddress } from '../../../lib/format.js'
import type { MessageId, Translate } from '../../../lib/i18n.js'
import type { Activity } from '../../../state/activity.js'
import type { IconName } from '../../../ui/Icon.js'

const glyphs: Readonly<Record<OperationType, IconName>> = {
  send: 'send',
  receive: 'receive',
  trade: 'swap',
  approve: 'key',
  execute: 'globe',
  deposit: 'send',
  withdraw: 'receive',
  borrow: 'receive',
  repay: 'send',
  stake: 'lock',
  unstake: 'receive',
  claim: 'receive',
  mint: 'plus',
  burn: 'close',
  deploy: 'plus',
  cancel: 'close',
}

/** The glyph of a line. Pure. */
export const glyphOf = ({ operation, status }: Activity): IconName => (status === 'failed' ? 'alert' : glyphs[operation])

/** What happened, in a word: a different one while it is pending, and when it failed. Pure. */
export const verbOf = ({ operation, status }: Activity, t: Translate): string => t(`activity.${operation}` satisfies MessageId, { status })

/** A name, else a short address, inside a sentence of any direction. */
const isolated = (address: string, name?: string) => (name ? `\u2068${name}\u2069` : `\u2066${activityAddress(address)}\u2069`)

const nobody = /^(0x0*)?$/

/** The other side of what came or went; undefined where there is none, or it is a contract that was called. Pure. */
export function partyOf({ operation, transfers, other }: Activity): string | undefined {
  if (operation !== 'receive' && operation !== 'send') return undefined
  return [...transfers.map((transfer) => transfer.other ?? ''), other].find((address) => !nobody.test(address))
}

/**
 * The second line: with whom, or what for what. Pure.
 *
 * @param network its name
 * @param name of the other side, where it has one
 */
export function noteOf(activity: Activity, network: string, t: Translate, name?: string): string {
  const { operation, transfers, other, application } = activity
  const sold = transfers.find(({ direction }) => direction === 'out')
  const bought = transfers.find(({ direction }) => direction === 'in')
  if (operation === 'trade' && sold && bought) return t('activity.swapped', { sold: sold.symbol, bought: bought.symbol })
  const party = partyOf(activity)
  if (party) return t(operation === 'receive' ? 'activity.from' : 'activity.to', { address: isolated(party, name) })
  if (application) return t('activity.with', { address: application })
  if (nobody.test(other) || operation === 'mint' || operation === 'burn') return t('activity.on', { network })
  return t('activity.with', { address: isolated(other) })
}
