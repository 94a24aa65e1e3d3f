import { codes, newId, RpcError, type SignIn } from '@latchkey/protocol'
import type { SignedIn, SignInProof, SiwxCallback } from '@latchkey/protocol/siwx'
import { endSession, fetchNonce, openSession } from '../../api/siwx.js'
import { host } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'
import type { SignInTarget } from '../../state/siwx.js'

/** Who gives nonces and keeps sessions: our server, or the page by functions of its own. */
export type Way = {
  /** The account is not known yet when the wallet is asked to connect and sign in at once. */
  readonly nonce: (target: Partial<SignInTarget>) => Promise<string>
  /** @throws RpcError 4100 when the sign-in does not count */
  readonly submit: (target: SignInTarget, proof: SignInProof) => Promise<SignIn>
  /** The sign-in that there is already; absent where only we know. */
  readonly current?: (target: SignInTarget) => Promise<SignIn | null>
  readonly signOut: (signIn: SignIn) => Promise<unknown>
}

export const asSignIn = ({ token, session }: SignedIn): SignIn => {
  const { address, networkId, message, signature, expiresAt } = session
  return { address, networkId, token, message, signature, expiresAt }
}

function serverWay(dialog: Dialog): Way {
  const origin = settingsStore(dialog).getState().boot?.origin ?? ''
  return {
    nonce: () => fetchNonce(dialog, origin),
    submit: async (_target, proof) => asSignIn(await openSession(dialog, origin, proof)),
    signOut: async ({ token }) => token && endSession(dialog, token),
  }
}

/** The functions that the page gave. */
export const callbacksOf = (dialog: Dialog): readonly string[] => settingsStore(dialog).getState().options.siwx?.callbacks ?? []

/** Calls one of them. What is asked of the user's own server may take its time. */
export const ask = (dialog: Dialog, name: SiwxCallback, argument: object): Promise<unknown> =>
  host(dialog).call('callback', { id: newId(), name: `siwx.${name}`, args: [argument] }, { timeout: null })

function pageWay(dialog: Dialog, has: readonly string[]): Way {
  const server = serverWay(dialog)
  const known = ({ namespace, networkId, address }: Partial<SignInTarget>) => ({ namespace, networkId, address })
  return {
    nonce: async (target) => (has.includes('getNonce') ? String(await ask(dialog, 'getNonce', known(target))) : server.nonce(target)),
    async submit(target, { message, signature, publicKey }) {
      const answer = await ask(dialog, 'verify', { ...known(target), message, signature, ...(publicKey ? { publicKey } : {}) })
      // Only a yes is one: a function that forgot to answer must let no one in.
      if (answer !== true) throw new RpcError(codes.unauthorized, 'The site did not accept the signature')
      return { address: target.address, networkId: target.networkId, message, signature }
    },
    ...(has.includes('getSession') && {
      async current(target: SignInTarget) {
        const found = await ask(dialog, 'getSession', known(target))
        return found ? { address: target.address, networkId: target.networkId } : null
      },
    }),
    signOut: async ({ address, networkId }) => has.includes('signOut') && ask(dialog, 'signOut', { address, networkId }),
  }
}

/** How this page signs in: by itself when it verifies, else with our server. */
export function wayOf(dialog: Dialog): Way {
  const has = callbacksOf(dialog)
  return has.includes('verify') ? pageWay(dialog, has) : serverWay(dialog)
}
