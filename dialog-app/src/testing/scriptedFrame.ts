import { codes, errors, RpcError, type SecureApi, type SecureUser, toWireError } from '@latchkey/protocol'
import type { SecureFrame } from '../wallets/embedded/index.js'
import { address } from './scriptedWallet.js'

type Method = Exclude<keyof SecureApi, 'abort'>
type Reply = unknown | ((params: never) => unknown)

export const solanaAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

/** Somebody who logged in by e-mail, with an account of both families. */
export const secureUser: SecureUser = {
  email: 'mira@meadow.example',
  provider: 'email',
  address,
  chainId: 'eip155:31337',
  accounts: [
    { namespace: 'eip155', address, type: 'eoa' },
    { namespace: 'solana', address: solanaAddress, type: 'eoa' },
  ],
  preferredAccountType: 'eoa',
  smartAccountDeployed: false,
}

/** A secure frame that a test plays: what it answers, what it was asked. What it does not know never settles. */
export function scriptedFrame(replies: Partial<Record<Method, Reply>> = {}) {
  const calls: { readonly method: Method; readonly params: unknown }[] = []
  const aborted: string[] = []
  const places: unknown[] = []
  const usual: Partial<Record<Method, Reply>> = { isConnected: { isConnected: true }, getUser: secureUser, signOut: undefined }
  const script = { ...usual, ...replies }
  const frame: SecureFrame = {
    call(method, params, { signal } = {}) {
      calls.push({ method: method as Method, params })
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => {
          aborted.push(method)
          reject(new RpcError(codes.userRejected, errors.requestAborted))
        })
        if (!(method in script)) return
        const reply = script[method as Method]
        Promise.resolve()
          .then(() => (typeof reply === 'function' ? reply(params as never) : reply))
          .then(resolve as never, (error) => {
            const { code, message, data } = toWireError(error)
            reject(new RpcError(code, message, { data }))
          })
      })
    },
    exists: () => true,
    async restart(decide) {
      const wanted = await decide()
      if (wanted) await frame.call('reload', {})
      return wanted
    },
    place: (rectangle) => void places.push(rectangle),
    focus() {},
    drop() {},
  }
  const asked = (method: Method) => calls.filter((call) => call.method === method).map(({ params }) => params as Record<string, unknown>)
  return { frame, script, calls, asked, aborted, places }
}
