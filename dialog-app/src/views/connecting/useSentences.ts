import { type MessageId, useIntlLocale, useT } from '../../lib/i18n.js'
import { browserName, isPhone } from '../../lib/platform.js'
import { useDialogStore } from '../../lib/useDialog.js'
import type { ConnectPhase } from '../../state/connecting.js'
import { networksStore } from '../../state/networks.js'
import { useAppName } from '../useAppName.js'

const headings: Readonly<Record<ConnectPhase, MessageId>> = {
  connecting: 'connecting.continueTitle',
  slow: 'connecting.slowTitle',
  connected: 'connecting.connectedTitle',
  cancelled: 'connecting.cancelledTitle',
  waiting: 'connecting.waitingTitle',
  locked: 'connecting.lockedTitle',
  notInstalled: 'connecting.notInstalledTitle',
  offline: 'connecting.offlineTitle',
  refused: 'connecting.refusedTitle',
  chainMissing: 'connecting.chainMissingTitle',
  failed: 'connecting.failedTitle',
}

const bodies: Readonly<Partial<Record<ConnectPhase, MessageId>>> = {
  connecting: 'connecting.continueBody',
  slow: 'connecting.continueBody',
  cancelled: 'connecting.cancelledBody',
  waiting: 'connecting.waitingBody',
  locked: 'connecting.lockedBody',
  notInstalled: 'connecting.notInstalledBody',
  offline: 'connecting.offlineBody',
  refused: 'connecting.refusedBody',
  chainMissing: 'connecting.chainMissingBody',
  failed: 'connecting.failedBody',
}

/** What happened and what follows, for one phase, in plain words. */
export function useSentences(phase: ConnectPhase, wallet: string, phone = false): { heading: string; body: string } {
  const t = useT()
  const locale = useIntlLocale()
  const app = useAppName()
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const known = browserName()
  const inSentence = phase === 'notInstalled' ? 'connecting.yourBrowser' : 'connecting.browser'
  const values = {
    wallet,
    app,
    browser: known === 'browser' ? t(inSentence) : known,
    networks: new Intl.ListFormat(locale).format(networks.filter(({ testnet }) => !testnet).map(({ name }) => name)),
  }
  let body = bodies[phase]
  if (body === 'connecting.continueBody' && isPhone()) body = 'connecting.continueBodyPhone'
  if (body === 'connecting.notInstalledBody' && phone) body = 'connecting.notInstalledPhone'
  if (body === 'connecting.chainMissingBody' && !values.networks) body = 'connecting.chainMissingBodyNone'
  return { heading: t(headings[phase], values), body: body ? t(body, values) : '' }
}
