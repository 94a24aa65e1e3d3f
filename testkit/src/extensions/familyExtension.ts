import type { ExtensionHost } from './extensionHost.ts'
import { bitcoinKeys, cosmosKeys, type FamilyKeys, polkadotKeys, solanaKeys } from './familyKeys.ts'
import { type FamilyAnswer, type FamilyPageOptions, keplrPage, polkadotPage, satsConnectPage, standardPage } from './familyPages.ts'
import type { Fault } from './rpcErrors.ts'

const icon = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#6a3fb5"/></svg>',
).toString('base64')}`

/** Calls that a user would have to approve, the first of which lets the site see the accounts. */
const grants = new Set(['connect', 'signIn', 'wallet_connect', 'enable'])
/** What these extensions answer to a site that was not let in. */
const refusals = { silent: [], wallet_getAccount: { code: -32002, message: 'Access denied.' } } as const

let installed = 0

async function start<Keys extends FamilyKeys>(
  context: ExtensionHost,
  page: (options: FamilyPageOptions) => void,
  keys: Keys,
  name: string,
  late = false,
) {
  const binding = `family_${++installed}`
  const authorised = new Set<string>()
  const behaviours = new Map<string, Fault>()
  const requests: { readonly origin: string; readonly method: string; readonly params: unknown }[] = []
  let index = 0
  const handlers = keys.handlers(() => index)

  async function answer(origin: string, method: string, params: unknown): Promise<FamilyAnswer> {
    requests.push({ origin, method, params })
    try {
      const fault = behaviours.get(method)
      if (fault) throw fault
      const silent = (params as { silent?: boolean } | null)?.silent === true
      if (method === 'disconnect' || method === 'wallet_disconnect' || method === 'disable') authorised.delete(origin)
      else if (grants.has(method) && !silent) authorised.add(origin)
      else if (!authorised.has(origin)) {
        if (silent) return { result: refusals.silent }
        throw refusals.wallet_getAccount
      }
      const handler = handlers[method]
      if (!handler) return method === 'disconnect' ? { result: null } : { fault: { code: -32601, message: 'Method not found' } }
      return { result: await handler(params as never) }
    } catch (error) {
      const { code, message } = error as Fault
      return { fault: { code: code ?? -32603, message } }
    }
  }

  await context.exposeBinding(binding, (_source, origin: string, method: string, params: unknown) => answer(origin, method, params))
  await context.addInitScript(page, { binding, name, icon, late })
  const run = async (suffix: string, value?: unknown) => {
    for (const each of context.pages())
      await each
        .evaluate(([key, data]) => (window as unknown as Record<string, (data: unknown) => void>)[key]?.(data), [
          `${binding}_${suffix}`,
          value,
        ] as const)
        .catch(() => undefined)
  }

  return {
    ...keys,
    name,
    /** Every call that reached the extension, oldest first. */
    requests,
    methods: () => requests.map(({ method }) => method),
    /** From now on this call fails. */
    fail: (method: string, fault: Fault) => void behaviours.set(method, fault),
    /** The user picks another account in the extension itself. */
    async select(next: number) {
      index = next
      await run('emit', keys.shown(next))
    },
    /** The late registration, in every open page. */
    appear: () => run('appear'),
  }
}

/** Installs extensions of the other chain families into every page of a context. They sign with real keys. */
export const familyExtensions = {
  solana: (
    context: ExtensionHost,
    server: { readonly chains: Readonly<Record<string, string>> },
    { name = 'Harbor', late = false, owner }: { readonly name?: string; readonly late?: boolean; readonly owner?: string } = {},
  ) => start(context, standardPage, solanaKeys(server.chains, owner), name, late),
  bitcoin: async (context: ExtensionHost, name = 'Quarry') => start(context, satsConnectPage, await bitcoinKeys(), name),
  polkadot: async (context: ExtensionHost) => start(context, polkadotPage, await polkadotKeys(), 'polkadot-js'),
  cosmos: (context: ExtensionHost) => start(context, keplrPage, cosmosKeys(), 'Keplr'),
}
