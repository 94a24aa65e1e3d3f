import { errorReportsPerMinute } from './constants/limits.js'

/** What a dialog tells of a visit: the page by `modal.on('event')`, and the operator's server where page and operator both allow it. */
export const trackedEventNames = [
  'MODAL_OPEN',
  'MODAL_CLOSE',
  'SELECT_WALLET',
  'EMAIL_SUBMITTED',
  'SOCIAL_LOGIN_STARTED',
  'CONNECT_SUCCESS',
  'USER_REJECTED',
  'CONNECT_ERROR',
  'SWITCH_NETWORK',
  'DISCONNECT_SUCCESS',
  'ERROR_SHOWN',
] as const
export type TrackedEventName = (typeof trackedEventNames)[number]

/** Details of an event, by name. */
export type TrackedProperties = Readonly<Record<string, string | number | boolean>>

/**
 * Something that happened in the dialog.
 *
 * @example
 * const event: TrackedEvent = { type: 'track', event: 'CONNECT_SUCCESS', properties: { method: 'browser', wallet: 'MetaMask', network: 'eip155:1' } }
 */
export type TrackedEvent = {
  /** `error` for what went wrong: at most five a minute are told. */
  readonly type: 'track' | 'error'
  readonly event: TrackedEventName
  /** The address that is connected. */
  readonly address?: string
  readonly properties?: TrackedProperties
}

/** An event as `POST /e` and `POST /batch` take it. */
export type EventReport = {
  /** UUID: a report that is sent twice counts once. */
  readonly eventId: string
  /** The page's address, without query and fragment. */
  readonly url: string
  /** The page's host name. */
  readonly domain: string
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  readonly props: TrackedEvent
}

/** Limits of event reports. `body` is bytes, `perBatch` reports of one request, `errorsPerMinute` reports of errors. */
export const eventLimits = { body: 65_536, perBatch: 500, errorsPerMinute: errorReportsPerMinute } as const
