import type { Options } from '@latchkey/protocol'
import { writeSignInMessage } from '@latchkey/protocol/siwx'
import type { Dialog } from '../lib/dialog.js'
import { initialSiwx, type SiwxState, siwxStore } from '../state/siwx.js'
import { uiStore } from '../state/ui.js'
import { connection } from './fixtures.js'
import { connect, page, show } from './setStores.js'

const { networkId, accounts } = connection()
const address = accounts[0]?.address ?? ''
const target = { namespace: 'eip155', networkId, address } as const

const message = writeSignInMessage({
  domain: 'market.meadow.example',
  family: 'Ethereum',
  address,
  statement: 'Sign in with your wallet. This costs nothing and moves no funds.',
  uri: 'https://market.meadow.example',
  version: '1',
  chainId: networkId.split(':')[1] ?? '',
  nonce: '2tCpkmyAbhtsqXKcMq1YREvHjMT8MiwuyWpXcDPpTQeL',
  issuedAt: '2026-11-21T12:04:00.000Z',
})

const signIn =
  (state: Partial<SiwxState>, siwx: Options['siwx'] = { required: true }) =>
  (dialog: Dialog) => {
    page(dialog, siwx ? { siwx } : {})
    connect(dialog)
    siwxStore(dialog).setState({ ...initialSiwx, target, message, phase: 'ready', ...state }, true)
    uiStore(dialog).setState({ locked: siwx?.required !== false })
    show(dialog, 'SIWXSignMessage')
  }

/** Signing in with the wallet. */
export const signInStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'sign-in': signIn({}),
  'sign-in-optional': signIn({}, { required: false }),
  'sign-in-network': signIn({ previous: 'eip155:1' }),
  'sign-in-waiting': signIn({ phase: 'waiting' }),
  'sign-in-verifying': signIn({ phase: 'verifying' }),
  'sign-in-refused': signIn({ phase: 'refused' }),
  'sign-in-failed': signIn({ phase: 'failed', error: { code: 4100, message: 'The signature is not the account’s' } }),
  'sign-in-foreign': signIn({ phase: 'foreign' }),
  'sign-in-signed': signIn({ phase: 'signed' }),
}
