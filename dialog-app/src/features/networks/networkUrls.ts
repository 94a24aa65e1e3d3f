import type { CaipNetworkId, Network, Options } from '@latchkey/protocol'
import { commonQuery } from '../../api/http.js'
import type { Dialog } from '../../lib/dialog.js'
import { warnOnce } from '../../lib/log.js'
import { findNetwork } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'

export type UrlSources = {
  readonly networkId: CaipNetworkId
  /** The name that pages of before may use. */
  readonly deprecatedId?: CaipNetworkId | undefined
  readonly customRpcUrls: Options['customRpcUrls']
  /** Origins that the operator registered for the project: the document's CSP lets nothing else through. */
  readonly rpcOrigins: readonly string[]
  /** Missing where the server has no node of the network. */
  readonly gateway?: string | undefined
}

/**
 * Where a network is read: the page's own URLs as far as the operator registered their origins, then the gateway. Pure.
 *
 * @returns the URLs, preferred first, and those that are not used
 */
export function resolveUrls({ networkId, deprecatedId, customRpcUrls, rpcOrigins, gateway }: UrlSources) {
  const custom = [networkId, deprecatedId].flatMap((id) => (id && customRpcUrls?.[id]) || []).map(({ url }) => url)
  const isRegistered = (url: string) => URL.canParse(url) && rpcOrigins.includes(new URL(url).origin)
  return { urls: [...custom.filter(isRegistered), ...(gateway ? [gateway] : [])], ignored: custom.filter((url) => !isRegistered(url)) }
}

/** The gateway's URL of a network, `POST {api}/v1/?chainId=&projectId=`; none for one that the project does not have, or of which the server has no node. */
function gatewayUrl(dialog: Dialog, networkId: CaipNetworkId): string | undefined {
  const listed = settingsStore(dialog)
    .getState()
    .boot?.networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const served = listed?.rpcUrls.default?.http[0]
  if (!served) return undefined
  const url = new URL(served)
  for (const [name, value] of Object.entries(commonQuery(dialog))) url.searchParams.set(name, value)
  return url.href
}

/** Where to read a configured network, which may be nowhere; undefined for one that the page does not use. */
export function networkUrls(dialog: Dialog, networkId: CaipNetworkId): readonly string[] | undefined {
  const network: Network | undefined = findNetwork(dialog, networkId)
  if (!network) return undefined
  const { boot, options } = settingsStore(dialog).getState()
  const { urls, ignored } = resolveUrls({
    networkId: network.caipNetworkId,
    deprecatedId: network.deprecatedCaipNetworkId,
    customRpcUrls: options.customRpcUrls,
    rpcOrigins: boot?.rpcOrigins ?? [],
    gateway: gatewayUrl(dialog, network.caipNetworkId),
  })
  if (ignored.length > 0)
    warnOnce(dialog, 'customRpcUrls of origins that are not registered for this project are ignored; the gateway is used.')
  return urls
}
