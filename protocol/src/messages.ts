/**
 * Every string of the error catalogue, which applications compare. Code throws and compares these and never its own wording.
 * What a user reads around them is the message catalogue's business (`dialog-app/src/locales`).
 */
export * as adapterErrors from './messages/adapterErrors.js'
export * as alerts from './messages/alerts.js'
export * as errors from './messages/errors.js'
export * as frameReasons from './messages/frameReasons.js'
export * as nameErrors from './messages/nameErrors.js'
export * as originsErrors from './messages/originsErrors.js'
export * as toasts from './messages/toasts.js'
export * as transactionErrors from './messages/transactionErrors.js'
export * as wireErrors from './messages/wireErrors.js'
