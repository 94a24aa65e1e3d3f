import type { Logins } from '@latchkey/protocol'
import type { CallbackBoot } from '@latchkey/protocol/schemas/account'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Project, ProjectStore } from '../projects/projectStore.js'
import { sentence } from './document.js'
import { plainHeaders } from './headers.js'
import { loadSite, type Page, type Site } from './site.js'

/** What every part of the edge needs. */
export type EdgeContext = {
  readonly config: Config
  readonly chains: readonly Chain[]
  readonly projects: ProjectStore
  /** Ways of signing in that work for a project. */
  readonly logins: (project: Project) => Logins
  /** Handles a provider's answer; null when the request is none. Missing where no provider is configured. */
  readonly oauthCallback?: ((request: Request) => Promise<CallbackBoot['oauth'] | null>) | undefined
}

/** Answers a request for one hostname. */
export type Part = (request: Request) => Promise<Response>

/** Reads a build when it is first asked for, so that a part built later needs no restart. */
export function lazySite(folder: string): () => Promise<Site | null> {
  let site: Promise<Site | null> | undefined
  return async () => {
    const reading = site ?? loadSite(folder)
    site = reading
    const loaded = await reading.catch((error: Error) => {
      if (site === reading) site = undefined
      throw error
    })
    if (!loaded && site === reading) site = undefined
    return loaded
  }
}

/** The page of a site, or the sentence that says how to get it. */
export function pageOf(site: Site | null, name: string, part: string, url: string): Page | Response {
  const page = site?.pages.get(name)
  return page ?? sentence(503, `The ${part} is not built. Run "npm run build" and try again.`, plainHeaders(url))
}

/** Only reading is allowed on a part that serves documents and files. */
export function refuseMethod(request: Request, url: string): Response | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  return sentence(405, 'Only GET and HEAD are answered here.', { ...plainHeaders(url), allow: 'GET, HEAD' })
}
