import type { CaipNetworkId } from '@latchkey/protocol'
import { useEffect } from 'react'
import { formatAmount } from '../../features/money/amounts.js'
import { dismissEarlier, earlierStep } from '../../features/money/swap/earlierSteps.js'
import { followArrival, type OnItsWay } from '../../features/money/swap/followArrival.js'
import type { readSwapAbout } from '../../features/money/swap/swapAbout.js'
import { finishSwap } from '../../features/money/swap/swapActions.js'
import { reset } from '../../features/navigator/view.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { type Arrival, crossingsStore } from '../../state/crossings.js'
import { networksStore } from '../../state/networks.js'
import { currentConnection } from '../../state/session.js'
import type { SwapResult, SwapReview } from '../../state/swap.js'
import type { Transaction } from '../../state/transactions.js'
import { Button, LinkButton } from '../../ui/Button.js'
import { Note } from '../../ui/Note.js'
import { NetworkIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { explorerLink } from '../account/explorerLink.js'
import { useSeen } from '../useSeen.js'
import { timeText } from './crossingFacts.js'

/* How a token that goes to another network is told: on its way, arrived, given back, lost. */

/** How it stands with it, as long as it is on screen. */
function useArrival(way: OnItsWay | undefined): Arrival {
  const dialog = useDialog()
  const hash = way?.hash
  // biome-ignore lint/correctness/useExhaustiveDependencies: one transaction sends one token
  useEffect(() => (way ? followArrival(dialog, way) : undefined), [dialog, hash])
  return useDialogStore(crossingsStore, (all) => (hash ? all[hash] : undefined)) ?? { status: 'waiting' }
}

type Texts = {
  readonly symbol: string
  readonly decimals: number
  /** Where it arrives, and where it was sold. */
  readonly network: string
  readonly source: string
  readonly seconds?: number | undefined
}

/** A heading and a sentence. */
function useTexts(arrival: Arrival, { symbol, decimals, network, source, seconds }: Texts): readonly [string, string] {
  const t = useT()
  const locale = useIntlLocale()
  switch (arrival.status) {
    case 'waiting': {
      const time = seconds === undefined ? '' : ` ${t('swap.sentTime', { time: timeText(t, seconds) })}`
      return [t('swap.sentTitle', { symbol, network }), `${t('swap.sentBody', { network })}${time}`]
    }
    case 'arrived': {
      const amount = formatAmount(arrival.received, decimals, locale)
      return [t('swap.arrivedTitle', { symbol, network }), t('swap.arrivedBody', { amount, symbol, network })]
    }
    case 'refunded':
      return [t('swap.refundedTitle'), t('swap.refundedBody', { network, source })]
    case 'failed':
      return [t('swap.lostTitle'), t('swap.lostBody', { network, source })]
  }
}

function useNetworkName(id: CaipNetworkId | undefined): string {
  return useDialogStore(networksStore, ({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === id)?.name) ?? id ?? ''
}

/** A token left the network: whether it has arrived on the other one. */
export function CrossingResult({ result, review }: { readonly result: SwapResult; readonly review: SwapReview }) {
  const dialog = useDialog()
  const t = useT()
  const { from, to, minimum, networkId, crossing } = review
  const account = currentConnection(dialog)?.accounts[0]
  const way: OnItsWay | undefined =
    result.hash && to.networkId && account
      ? {
          ...{ namespace: account.namespace, from: account.address, hash: result.hash, networkId, minimum },
          to: { address: to.address, networkId: to.networkId },
        }
      : undefined
  const arrival = useArrival(way)
  const names = { network: useNetworkName(to.networkId), source: useNetworkName(networkId) }
  const [heading, body] = useTexts(arrival, { symbol: to.symbol, decimals: to.decimals, ...names, seconds: crossing?.seconds })
  const network = useDialogStore(networksStore, ({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === networkId))
  const explorer = result.hash ? explorerLink(network, result.hash, 'tx') : undefined
  const isOver = arrival.status !== 'waiting'
  const forget = () => {
    const step = earlierStep(dialog)
    // One that is still on its way is told in the form, too.
    if (isOver && step && step.hash === result.hash) dismissEarlier(dialog, step)
    finishSwap(dialog)
  }
  useSeen(isOver, result.hash, forget)
  return (
    <Hero
      title={t('swap.title')}
      icon={
        <Ring state={arrival.status === 'arrived' ? 'full' : isOver ? 'stop' : 'run'} shape="circle">
          <span className="swap-pair">
            <NetworkIcon src={from.icon} name={from.symbol} />
            <NetworkIcon src={to.icon} name={to.symbol} />
          </span>
        </Ring>
      }
      heading={heading}
      body={<span role="status">{body}</span>}
      footer={
        <>
          <Button
            onClick={() => {
              forget()
              reset(dialog, 'Account')
            }}
          >
            {t('swap.finished')}
          </Button>
          {explorer && (
            <LinkButton kind="text" href={explorer}>
              {t('account.explorer')}
            </LinkButton>
          )}
        </>
      }
    />
  )
}

/** The same in the form, for one that was left or reloaded. */
export function CrossingNote({
  step,
  about,
}: {
  readonly step: Transaction
  readonly about: NonNullable<ReturnType<typeof readSwapAbout>>
}) {
  const dialog = useDialog()
  const t = useT()
  const { address, symbol, decimals, networkId } = about.to
  const { hash } = step
  const way =
    hash && networkId
      ? {
          ...{ namespace: step.namespace, from: step.from, hash, networkId: step.networkId, minimum: BigInt(about.minimum) },
          to: { address, networkId },
        }
      : undefined
  const arrival = useArrival(way)
  const names = { network: useNetworkName(networkId), source: useNetworkName(step.networkId) }
  const [title, body] = useTexts(arrival, { symbol, decimals, ...names })
  useSeen(arrival.status !== 'waiting', hash, () => dismissEarlier(dialog, step))
  const isBad = arrival.status === 'failed' || arrival.status === 'refunded'
  return (
    <Note
      icon={arrival.status === 'arrived' ? 'check' : isBad ? 'alert' : 'clock'}
      tone={isBad ? 'warning' : 'plain'}
      title={title}
      end={
        arrival.status !== 'waiting' && (
          <button type="button" className="btn-inline" onClick={() => dismissEarlier(dialog, step)}>
            {t('swap.understood')}
          </button>
        )
      }
    >
      {body}
    </Note>
  )
}
