import type { Chain } from '../config/chains.js'
import { networksOf } from '../config/networks.js'
import { documentResponse, insertBoot, sentence } from './document.js'
import { appHeaders, plainHeaders } from './headers.js'
import { type EdgeContext, lazySite, type Part, pageOf, refuseMethod } from './parts.js'
import { serveFile } from './serveFile.js'

/** The node of a chain when it runs on this machine: the playground's test wallet asks it directly, as an extension would. */
function localNode(chains: readonly Chain[], id: string): string | undefined {
  const upstreams = chains.find((chain) => chain.caipNetworkId === id)?.upstreams ?? []
  return upstreams.find(({ url }) => /^http:\/\/(?:127\.0\.0\.1|localhost)(?::|\/|$)/.test(url))?.url
}

/** The playground's hostname: a single-page app, so every path without a file ending is its document. */
export function appPart({ config, chains }: EdgeContext, app: string): Part {
  const { urls, folders } = config
  const site = lazySite(folders.app)
  const [project] = config.projects
  const projectId = project?.id ?? ''
  // A page on another device reaches this machine's nodes through the gateway only.
  const isHere = /(^|\.)localhost$|^127\./.test(new URL(app).hostname)
  const playgroundChains = networksOf(chains, project?.networks ?? null, urls.api, projectId).map((network) => {
    const node = localNode(chains, network.caipNetworkId)
    const rpcUrl = (isHere ? node : undefined) ?? network.rpcUrls.default?.http[0]
    return { caipNetworkId: network.caipNetworkId, name: network.name, rpcUrl, ...(node && { isLocal: true }) }
  })
  const nodes = playgroundChains.flatMap(({ rpcUrl }) => (rpcUrl ? [new URL(rpcUrl).origin] : []))
  const boot = { dialog: urls.dialog, api: urls.api, projectId, chains: playgroundChains, mode: project?.mode ?? 'production' }

  return async (request) => {
    const refused = refuseMethod(request, app)
    if (refused) return refused
    const { pathname } = new URL(request.url)
    const found = await site()
    if (pathname === '/index.html' || !/\.\w+$/.test(pathname)) {
      const page = pageOf(found, 'index.html', 'playground', app)
      if (page instanceof Response) return page
      return documentResponse(
        request,
        200,
        insertBoot(page.html, boot, 'latchkey-playground'),
        appHeaders(
          urls,
          app,
          page,
          [...new Set(nodes)].filter((origin) => origin !== urls.api),
        ),
      )
    }
    const file = found && (await serveFile(found, pathname, request, { 'cross-origin-resource-policy': 'same-origin' }))
    return file ?? sentence(404, 'There is no such file here.', plainHeaders(app))
  }
}
