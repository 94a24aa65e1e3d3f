import { type CaipNetworkId, referenceOf } from '@latchkey/protocol'
import type { ModalOptions, SiweConfig, SiweHooks, SiwxAccount } from './types.js'

const chainOf = (networkId: CaipNetworkId) => Number(referenceOf(networkId))
const isSame = (a: unknown, b: unknown) => `${a}`.toLowerCase() === `${b}`.toLowerCase()

/**
 * The options of older hooks for EIP-4361 (`siweConfig`) as those of `siwx`. Their functions know one session of one EVM account.
 */
export function withSiwe({ siweConfig, ...options }: ModalOptions): ModalOptions {
  // `siwx: false` takes any sign-in back.
  if (!siweConfig || options.siwx === false) return options
  const given: SiweConfig & { readonly methods?: SiweHooks; readonly options?: SiweConfig } = siweConfig
  // Libraries wrap the plain object.
  const hooks = given.methods ?? given
  const { enabled, required, signOutOnDisconnect, signOutOnAccountChange = true, signOutOnNetworkChange = true } = given.options ?? given
  if (enabled === false) return options
  return {
    ...(signOutOnDisconnect === undefined ? {} : { signOutOnDisconnect }),
    ...options,
    siwx: {
      ...(required === undefined ? {} : { required }),
      signOutOnAccountChange,
      signOutOnNetworkChange,
      getNonce: ({ address }) => hooks.getNonce(address),
      createMessage: async ({ networkId, ...said }) =>
        hooks.createMessage({
          ...said,
          chainId: chainOf(networkId),
          iat: said.issuedAt,
          ...(await hooks.getMessageParams?.()),
        }),
      verify: ({ message, signature }) => hooks.verifyMessage({ message, signature }),
      getSession: async ({ address, networkId }: SiwxAccount) => {
        const session = await hooks.getSession()
        const isIt = isSame(session?.address, address) && [chainOf(networkId), networkId].some((id) => isSame(session?.chainId, id))
        return isIt ? session : null
      },
      signOut: () => hooks.signOut(),
    },
  }
}
