import type { SecureBoot } from '@latchkey/protocol'
import { contractsOf, defaultNetworkOf, networkRule, networksOf, smartAccountsOf } from '../config/networks.js'
import { admit } from '../projects/admit.js'
import { version } from '../version.js'
import { approvalSurface } from './approvalSurface.js'
import { documentResponse, insertBoot, sentence } from './document.js'
import { plainHeaders, secureFileHeaders, secureHeaders } from './headers.js'
import { type EdgeContext, lazySite, type Part, pageOf, refuseMethod } from './parts.js'
import { serveFile } from './serveFile.js'

/** Documents that the user opens in a window: no page may frame them. */
const windows = /^\/(?:verify|approve|security|export|oauth\/start|oauth\/leave|oauth\/callback\/[a-z]+)$/

/** What a document knows that belongs to no project. */
export function windowBoot({ config }: EdgeContext): SecureBoot {
  const { dialog, secure, api } = config.urls
  return {
    projectId: '',
    origin: '',
    verified: false,
    mode: 'production',
    api,
    dialog,
    secure,
    approvalSurface: 'window',
    caps: config.accounts?.caps ?? { newDeviceUsd: 0 },
    networks: [],
    defaultNetwork: null,
    passkeyDomain: config.accounts?.passkeyDomain ?? new URL(secure).hostname,
    smartAccounts: [],
    contracts: {},
    defaultAccountType: config.accounts?.accountType ?? 'eoa',
    build: version,
  }
}

/** The secure frame's hostname. Its document may be framed by the dialog inside an allowed page, and by nobody else. */
export function securePart(context: EdgeContext): Part {
  const { config, projects } = context
  const mayUse = networkRule(config)
  const { urls, folders } = config
  const site = lazySite(folders.secure)
  const files = secureFileHeaders(urls)

  const framed = async (request: Request, query: URLSearchParams) => {
    const page = pageOf(await site(), 'index.html', 'secure frame', urls.secure)
    if (page instanceof Response) return page
    const projectId = query.get('projectId') ?? query.get('project') ?? undefined
    // Opened on its own, without a page around it, the document needs no permission and can be framed by nobody.
    if (projectId === undefined && !query.has('origin'))
      return documentResponse(request, 200, insertBoot(page.html, windowBoot(context)), secureHeaders(urls, page, []))
    const admission = await admit(projects, projectId, query.get('origin') ?? undefined)
    if (!admission.ok) return sentence(403, admission.error.message, plainHeaders(urls.secure))
    const { project, origin, verified } = admission
    const chains = context.chains.filter((chain) => mayUse(project, chain))
    const networks = networksOf(chains, project.networks, urls.api, project.id)
    const boot: SecureBoot = {
      ...windowBoot(context),
      projectId: project.id,
      origin,
      verified,
      mode: project.mode,
      approvalSurface: approvalSurface(project, origin),
      networks,
      smartAccounts: smartAccountsOf(chains, networks, urls.api, project.id),
      contracts: contractsOf(chains, networks),
      defaultNetwork: defaultNetworkOf(project, networks),
    }
    const headers = secureHeaders(urls, page, [urls.dialog, origin, ...project.ancestors])
    return documentResponse(request, 200, insertBoot(page.html, boot), headers)
  }

  const unframed = async (request: Request) => {
    const page = pageOf(await site(), 'index.html', 'secure frame', urls.secure)
    if (page instanceof Response) return page
    return documentResponse(request, 200, insertBoot(page.html, windowBoot(context)), secureHeaders(urls, page, []))
  }

  /** Where a provider sends the popup: what came of it is written into the document, and the document is kept by no cache. */
  const callback = async (request: Request) => {
    const oauth = await context.oauthCallback?.(request)
    if (!oauth) return null
    const page = pageOf(await site(), 'index.html', 'secure frame', urls.secure)
    if (page instanceof Response) return page
    return documentResponse(request, 200, insertBoot(page.html, { ...windowBoot(context), oauth }), secureHeaders(urls, page, []))
  }

  return async (request) => {
    const answered = await callback(request)
    if (answered) return answered
    const refused = refuseMethod(request, urls.secure)
    if (refused) return refused
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/' || pathname === '/index.html' || pathname === '/sdk') return framed(request, searchParams)
    if (windows.test(pathname)) return unframed(request)
    const found = await site()
    const file = found && (await serveFile(found, pathname, request, files))
    return file ?? sentence(404, 'There is no such file on the secure origin.', plainHeaders(urls.secure))
  }
}
