import { describe, expect, test } from 'vitest'
import * as messages from './messages.js'

/** The error catalogue, written a second time: a changed character in the code is a changed contract. */
const catalogue = {
  alerts: [
    'Network Not Found',
    'Origin Not Allowed',
    'Network Error - Could not load embedded wallet',
    'Embedded Wallet Request Timed Out',
    'Session Expired',
    'Invalid Project ID',
    'Project ID Not Configured',
    'Server Error',
    'Rate Limited',
    'Multi-Wallet Not Enabled',
    'Invalid App Configuration',
  ],
  toasts: [
    'A problem occurred while trying initialize authentication',
    'Error signing message',
    'Token Balance Unavailable',
    'Failed to fetch transactions',
  ],
  errors: [
    'Modal closed',
    'Connection rejected',
    'Failed to connect',
    'Popup closed',
    'Failed to initiate social connection',
    'Failed to connect to farcaster',
    'Chain is not supported',
    'Unable to load email login dependency',
    'W3mFrame: iframe is not set',
    'W3mFrame: parent is not set',
    'An error occurred',
    'Network not supported for Gas Price',
    'Network not supported for Swaps',
    'HTTP status code: {}',
    'WalletConnectConnector not found',
    'The connector does not support any of the requested chains',
    "Namespace '{}' is not configured. Please call connect() first with namespace config.",
    'Sign Client not initialized',
    'Session not initialized. Please call connect() before enable()',
    'Please try again after {} seconds',
    'Request was aborted',
    'Something went wrong',
    'Requested RPC call is not allowed',
    'Action not allowed',
    'Invalid CAIP-10 address',
    'Invalid CAIP-2 network id',
    'An amount and receiver address are required',
    'A token is required',
    'Unsupported chain',
    'Cannot set both `siweConfig` and `siwx` options',
  ],
  nameErrors: [
    'Network not found',
    'Address or auth connector not found',
    'Error resolving name',
    'Error fetching name suggestions',
    'Error fetching names for address',
    'Error registering name {}',
  ],
  adapterErrors: [
    'adapter must have a namespace',
    'NetworkController client not set',
    'Chain adapter not found',
    'ConnectionController client not set',
  ],
  frameReasons: ['iframe_load_failed', 'iframe_request_timeout'],
  originsErrors: ['RATE_LIMITED', 'SERVER_ERROR'],
}

const strings = (group: Record<string, unknown>) => Object.values(group).map((value) => (typeof value === 'function' ? value('{}') : value))

const groups: Record<string, Record<string, unknown>> = { ...messages }

describe('messages', () => {
  test.each(Object.entries(catalogue))('behavior: %s are as applications compare them, verbatim', (name, expected) => {
    expect(strings(groups[name] ?? {}).sort()).toEqual([...expected].sort())
  })

  test('behavior: what a node answers to a refused transaction', () => {
    expect(strings(messages.transactionErrors)).toMatchInlineSnapshot(`
      [
        "execution reverted",
        "fee cap too high",
        "fee cap too low",
        "nonce too high",
        "nonce too low",
        "nonce has max value",
        "insufficient funds",
        "intrinsic gas too high",
        "intrinsic gas too low",
        "transaction type not supported",
        "tip above fee cap",
        "unknown node error",
      ]
    `)
  })
})
