import { alerts, type EventReport, eventLimits, newId, type TrackedEvent } from '@latchkey/protocol'
import { fetchKeepsReports, sendReports } from '../../api/events.js'
import { statusOf } from '../../api/http.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { after, listen, untilDestroyed } from '../../lib/lifetime.js'
import { settingsStore } from '../../state/settings.js'
import { showAlert } from '../notices/alert.js'

/** Milliseconds from a report until it is sent with those that came meanwhile. */
const collectFor = 10_000
/** Bytes, and a report of an hour ago is worth nothing: more than this waits only when the network is gone. */
const sendAbove = 45_000

type Page = Pick<EventReport, 'url' | 'domain'>

/** What one dialog keeps here. */
type Own = {
  page: Page | undefined
  /** Whether the operator keeps reports; undefined before anybody asked. */
  allowed: Promise<boolean> | undefined
  waiting: EventReport[]
  timer: (() => void) | undefined
  refused: boolean
}

const kept = perDialog((): Own => ({ page: undefined, allowed: undefined, waiting: [], timer: undefined, refused: false }))

/** The page allows it by its options. */
function pageAllows(dialog: Dialog): boolean {
  const { features, options } = settingsStore(dialog).getState()
  return features.analytics && options.enableAnalytics !== false
}

/** Said by the document, else asked once, and only where the page allows it. No answer is a no. */
async function operatorAllows(dialog: Dialog): Promise<boolean> {
  const own = kept(dialog)
  const said = settingsStore(dialog).getState().boot?.reports
  if (said !== undefined) return said
  own.allowed ??= fetchKeepsReports(dialog, untilDestroyed(dialog)).catch(() => false)
  return own.allowed
}

/** @param isLeaving nobody waits for the answer: the browser sends it when the document is gone, which it does for 64 KB of each document */
async function send(dialog: Dialog, isLeaving = false): Promise<void> {
  const own = kept(dialog)
  own.timer?.()
  own.timer = undefined
  const reports = own.waiting.splice(0, eventLimits.perBatch)
  if (reports.length === 0) return
  try {
    await sendReports(dialog, reports, isLeaving)
  } catch (error) {
    // Statistics are not worth a second try; a page that may not report hears of it.
    if (statusOf(error) !== 403) return
    own.refused = true
    showAlert(dialog, { title: alerts.invalidAppConfiguration, detail: error instanceof Error ? error.message : '', developer: true })
  }
}

/** From now on reports can be sent, for this page. Query and fragment of its address stay here. */
export function startReports(dialog: Dialog, pageUrl: string): void {
  if (!URL.canParse(pageUrl)) return
  const { origin, pathname, hostname } = new URL(pageUrl)
  kept(dialog).page = { url: `${origin}${pathname}`, domain: hostname }
  listen(dialog, document, 'visibilitychange', () => document.visibilityState === 'hidden' && void send(dialog, true))
  listen(dialog, window, 'pagehide', () => void send(dialog, true))
}

/** Reports an event, if page and operator allow it. */
export async function report(dialog: Dialog, props: TrackedEvent): Promise<void> {
  const own = kept(dialog)
  if (!own.page || own.refused || !pageAllows(dialog)) return
  const one: EventReport = { eventId: newId(), ...own.page, timestamp: dialog.now(), props }
  if (!(await operatorAllows(dialog)) || !pageAllows(dialog)) return
  own.waiting.push(one)
  // Letters are not bytes: names of wallets are in every language.
  if (new TextEncoder().encode(JSON.stringify(own.waiting)).length > sendAbove) await send(dialog)
  else own.timer ??= after(dialog, collectFor, () => void send(dialog))
}
