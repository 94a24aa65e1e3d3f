import type { EventReport } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { z } from '../lib/schema.js'
import { apiUrl, commonQuery, httpError, request } from './http.js'

const answer = z.object({ isAnalyticsEnabled: z.boolean() })

/**
 * `GET /getAnalyticsConfig`: whether the operator keeps reports of visits.
 *
 * @throws as `request`
 */
export async function fetchKeepsReports(dialog: Dialog, signal: AbortSignal): Promise<boolean> {
  const schema = (input: unknown) => answer.parse(input)
  const { isAnalyticsEnabled } = await request(dialog, { path: '/getAnalyticsConfig', schema, signal })
  return isAnalyticsEnabled
}

/**
 * `POST /batch`: reports what happened. It needs no preflight: its type is text.
 *
 * @param keepalive the request continues after the page is left
 * @throws Error 'HTTP status code: {status}' with the `Response` as `cause`; what fetch throws when nobody answers
 */
export async function sendReports(dialog: Dialog, reports: readonly EventReport[], keepalive: boolean): Promise<void> {
  const response = await fetch(apiUrl(dialog, `/batch?${new URLSearchParams(commonQuery(dialog))}`), {
    method: 'POST',
    body: JSON.stringify(reports),
    credentials: 'omit',
    keepalive,
  })
  if (!response.ok) throw httpError(response)
}
