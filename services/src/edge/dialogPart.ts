import { type Boot, leavePath, type Network, sdkPackageFile, type WireError } from '@latchkey/protocol'
import { defaultNetworkOf, networkRule, networksOf } from '../config/networks.js'
import { type Admission, admit } from '../projects/admit.js'
import { undecidedFeatures } from '../projects/features.js'
import { ownRelayUrl, relayUrlOf } from '../relay/openRelay.js'
import { swapContractsOf } from '../swap/swapContracts.js'
import { version } from '../version.js'
import { documentResponse, insertBoot, sentence } from './document.js'
import { dialogHeaders, docsHeaders, plainHeaders } from './headers.js'
import { isTrustworthy } from './isTrustworthy.js'
import { type EdgeContext, lazySite, type Part, pageOf, refuseMethod } from './parts.js'
import { serveFile } from './serveFile.js'

/** Any page may load the SDK, also one that is isolated. Nothing in it depends on who asks. */
const sdkHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
}
/** Not cached: npm would install an older archive beside a newer server, and nobody would notice. */
const packageHeaders = { ...sdkHeaders, 'cache-control': 'public, no-cache' }
/** The dialog's own files are for its own documents, on this origin. */
const ownHeaders = { 'cross-origin-resource-policy': 'same-origin' }

/** Where the npm package is. */
export const sdkPackagePath = `/${sdkPackageFile}`
const notBuilt = 'The SDK is not built. Run "npm run build" and try again.'

/** A refused document gets the same data without networks, and the reason. */
export type RefusedBoot = Boot & { readonly error: WireError }

const noLogins = { email: false, socials: [] }

const admittedId = (admission: Admission) => (admission.ok ? admission.project.id : admission.projectId)

/** The same at the base URL for visitors who may not reach the usual one. A relay of another server is reached as it is. */
function restrictedBoot({ config }: EdgeContext, networksAt: (api: string) => Network[], relayProject: string): Pick<Boot, 'restricted'> {
  const { restricted, relay } = config
  if (!restricted) return {}
  const { api, timeZones } = restricted
  return {
    restricted: { timeZones, api, relay: { url: relay.url ?? ownRelayUrl(api), projectId: relayProject }, networks: networksAt(api) },
  }
}

function bootOf(context: EdgeContext, admission: Admission): Boot | RefusedBoot {
  const { urls, relay, names, onramp } = context.config
  const shared = {
    api: urls.api,
    secure: urls.secure,
    build: version,
    relay: { url: relayUrlOf(context.config), projectId: relay.projectId ?? admittedId(admission) },
  }
  if (!admission.ok)
    return {
      ...shared,
      projectId: admission.projectId,
      origin: admission.origin ?? '',
      verified: false,
      mode: 'production',
      networks: [],
      defaultNetwork: null,
      logins: noLogins,
      error: admission.error,
    }
  const { project } = admission
  const mayUse = networkRule(context.config)
  const chains = context.chains.filter((chain) => mayUse(project, chain))
  const networks = networksOf(chains, project.networks, urls.api, project.id)
  return {
    ...shared,
    projectId: project.id,
    origin: admission.origin,
    verified: admission.verified,
    mode: project.mode,
    networks,
    defaultNetwork: defaultNetworkOf(project, networks),
    rpcOrigins: project.rpcOrigins,
    swaps: swapContractsOf(
      context.config,
      chains.filter(({ caipNetworkId }) => networks.some((network) => network.caipNetworkId === caipNetworkId)),
    ),
    fontOrigins: project.fontOrigins,
    ...restrictedBoot(context, (api) => networksOf(chains, project.networks, api, project.id), shared.relay.projectId),
    // The embedded wallet's keys need what browsers have in secure contexts only, and every document around ours counts.
    logins: [admission.origin, urls.dialog, urls.secure].every(isTrustworthy) ? context.logins(project) : noLogins,
    features: project.features ?? undecidedFeatures,
    reports: context.config.analytics.enabled,
    ...(names.zones.length > 0 ? { nameZones: names.zones } : {}),
    ...(onramp.sandbox || onramp.coinbase || onramp.moonpay ? { onramp: true } : {}),
  }
}

/** The dialog's hostname: its documents, its files, and the SDK: the script with its chunks, and the npm package. */
export function dialogPart(context: EdgeContext): Part {
  const { config, projects } = context
  const { urls, folders } = config
  const site = lazySite(folders.dialog)
  const sdk = lazySite(folders.sdk)
  const archive = lazySite(folders.package)

  const document = async (request: Request, query: URLSearchParams) => {
    const admission = await admit(projects, query.get('project') ?? undefined, query.get('origin') ?? undefined, query.getAll('ancestor'))
    const page = pageOf(await site(), admission.ok ? 'index.html' : 'refused.html', 'dialog', urls.dialog)
    if (page instanceof Response) return page
    const framers =
      admission.origin === null ? [] : [admission.origin, ...(admission.ok ? admission.project.ancestors : admission.ancestors)]
    const restricted = config.restricted ? [config.restricted.api] : []
    const headers = dialogHeaders(urls, page, framers, {
      connects: [
        ...new Set([
          new URL(relayUrlOf(config)).origin,
          ...restricted.flatMap((api) => [api, new URL(config.relay.url ?? ownRelayUrl(api)).origin]),
          ...(admission.ok ? admission.project.rpcOrigins : []),
        ]),
      ],
      images: restricted,
      fonts: admission.ok ? admission.project.fontOrigins : [],
    })
    return documentResponse(request, admission.ok ? 200 : 403, insertBoot(page.html, bootOf(context, admission)), headers)
  }

  return async (request) => {
    const refused = refuseMethod(request, urls.dialog)
    if (refused) return refused
    const url = new URL(request.url)
    if (url.pathname === '/' || url.pathname === '/index.html') return document(request, url.searchParams)
    // A page that logs in within its own tab knows this origin only. What it says is in the fragment, which the browser takes along.
    if (url.pathname === leavePath)
      return sentence(302, 'The sign-in goes on at the secure origin.', {
        ...plainHeaders(urls.dialog),
        location: `${urls.secure}${leavePath}`,
      })
    if (url.pathname === sdkPackagePath) {
      const packed = await archive()
      const answer = packed && (await serveFile(packed, url.pathname, request, packageHeaders))
      return answer ?? sentence(503, notBuilt, plainHeaders(urls.dialog))
    }
    // What console lines link to, on the address that their page has.
    const docs = /^\/docs(?:\/([\w-]+(?:\/[\w-]+)*)?)?$/.exec(url.pathname)
    if (docs) {
      const page = (await site())?.pages.get(`docs/${docs[1] ?? 'index'}.html`)
      if (page) return documentResponse(request, 200, page.html, docsHeaders(urls.dialog, page))
    }
    const isSdk = url.pathname === '/sdk.js' || url.pathname.startsWith('/sdk.js.') || url.pathname.startsWith('/chunks/')
    const found = await (isSdk ? sdk() : site())
    if (isSdk && !found) return sentence(503, notBuilt, plainHeaders(urls.dialog))
    const file = found && (await serveFile(found, url.pathname, request, isSdk ? sdkHeaders : ownHeaders))
    return file ?? sentence(404, 'There is no such file on the dialog origin.', plainHeaders(urls.dialog))
  }
}
