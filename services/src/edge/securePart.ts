import { admit } from '../projects/admit.js'
import { documentResponse, sentence } from './document.js'
import { plainHeaders, secureHeaders } from './headers.js'
import { type EdgeContext, lazySite, type Part, pageOf, refuseMethod } from './parts.js'
import { serveFile } from './serveFile.js'

const fileHeaders = { 'cross-origin-resource-policy': 'same-origin' }

/** The secure frame's hostname. Its document may be framed by the dialog inside an allowed page, and by nobody else. */
export function securePart({ config, projects }: EdgeContext): Part {
  const { urls, folders } = config
  const site = lazySite(folders.secure)

  const document = async (request: Request, query: URLSearchParams) => {
    const page = pageOf(await site(), 'index.html', 'secure frame', urls.secure)
    if (page instanceof Response) return page
    // Opened on its own, without a page around it, the document needs no permission and can be framed by nobody.
    if (!query.has('project') && !query.has('origin')) return documentResponse(request, 200, page.html, secureHeaders(urls, page, []))
    const admission = await admit(projects, query.get('project') ?? undefined, query.get('origin') ?? undefined)
    if (!admission.ok) return sentence(403, admission.error.message, plainHeaders(urls.secure))
    const framers = [urls.dialog, admission.origin, ...admission.project.ancestors]
    return documentResponse(request, 200, page.html, secureHeaders(urls, page, framers))
  }

  return async (request) => {
    const refused = refuseMethod(request, urls.secure)
    if (refused) return refused
    const url = new URL(request.url)
    if (url.pathname === '/' || url.pathname === '/index.html') return document(request, url.searchParams)
    const found = await site()
    const file = found && (await serveFile(found, url.pathname, request, fileHeaders))
    return file ?? sentence(404, 'There is no such file on the secure origin.', plainHeaders(urls.secure))
  }
}
