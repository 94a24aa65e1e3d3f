import type { Network } from '@latchkey/protocol'
import type { ReactNode } from 'react'
import { formatValue } from '../../features/money/amounts.js'
import type { Translate } from '../../lib/i18n.js'
import type { Crossing, SwapToken } from '../../state/swap.js'
import { Bdi } from '../../ui/Bdi.js'

type About = { readonly to: SwapToken; readonly crossing?: Crossing | undefined }

const minute = 60

/** About how long, in words. */
export const timeText = (t: Translate, seconds: number): string =>
  seconds < minute
    ? t('swap.aboutSeconds', { count: Math.max(1, seconds) })
    : t('swap.aboutMinutes', { count: Math.ceil(seconds / minute) })

/** Where a token arrives that goes to another network, what is kept of it on the way, and how long it takes; nothing for one that stays. */
export function crossingFacts(
  t: Translate,
  locale: string,
  { to, crossing }: About,
  networks: readonly Network[],
): readonly (readonly [string, ReactNode])[] {
  if (!to.networkId) return []
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === to.networkId)
  return [
    [t('swap.toNetwork'), <bdi key="to">{network?.name ?? to.networkId}</bdi>],
    [t('swap.bridgeFee'), crossing?.fee === undefined ? t('tokens.noPrice') : <Bdi key="bridge">{formatValue(crossing.fee, locale)}</Bdi>],
    ...(crossing ? [[t('swap.arrivesIn'), timeText(t, crossing.seconds)] as const] : []),
  ]
}
