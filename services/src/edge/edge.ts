/* The documents and files of the four origins, by Host header, with their security headers. */

import type { Config } from '../config/schema.js'
import { appPart } from './appPart.js'
import { buildHashes, buildHashesPath } from './buildHashes.js'
import { dialogPart, sdkPackagePath } from './dialogPart.js'
import { sentence } from './document.js'
import { plainHeaders } from './headers.js'
import type { EdgeContext, Part } from './parts.js'
import { securePart } from './securePart.js'

/** The hostname of a `Host` header: without port, in lower case, without the root's dot. Null when it is none. */
export function hostnameOf(header: string | undefined | null): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+?)\.?(?::\d{1,5})?$/i.exec(header ?? '')
  return match?.[1]?.toLowerCase() ?? null
}

/** The parts by hostname; those that share one, by host and port. */
export function partsByHost(context: EdgeContext, api: Part): ReadonlyMap<string, Part> {
  const { urls, restricted } = context.config
  const parts: [string, Part][] = [
    [urls.dialog, dialogPart(context)],
    [urls.secure, securePart(context)],
    [urls.api, api],
  ]
  if (restricted) parts.push([restricted.api, api])
  if (urls.app) parts.push([urls.app, appPart(context, urls.app)])
  const names = Object.values(urls).map((url) => new URL(url).hostname)
  const isShared = (name: string) => names.filter((other) => other === name).length > 1
  return new Map(
    parts.map(([url, part]) => {
      const { host, hostname } = new URL(url)
      return [isShared(hostname) ? host : hostname, part]
    }),
  )
}

/** The part that a `Host` header means. */
export function partOf(parts: ReadonlyMap<string, Part>, header: string | undefined | null): Part | undefined {
  const hostname = hostnameOf(header)
  const port = /:\d+$/.exec(header ?? '')?.[0] ?? ''
  return hostname === null ? undefined : (parts.get(hostname + port) ?? parts.get(hostname))
}

/** Probes know an address, or any of the hostnames: these two are answered on every host. */
const probes = new Set(['/health', '/ready'])

/**
 * Other names of an API below `.localhost`, which only this machine reaches. Browsers resolve such names by themselves; Node, curl and containers ask a
 * resolver that may not know them. What a page of another site may do is decided by its `Origin`, on these hosts as well; a page that has its own name
 * point here (DNS rebinding) sends that name as the host, and is refused.
 */
export function localApiHosts({ urls }: Pick<Config, 'urls'>): readonly string[] {
  const { protocol, hostname } = new URL(urls.api)
  return protocol === 'http:' && hostname.endsWith('.localhost') ? ['localhost', '127.0.0.1', '[::1]'] : []
}

/**
 * Answers any request: chooses the part by the `Host` header.
 *
 * @returns 421 with a sentence for a hostname that is not ours
 */
export function createEdge(config: Config, parts: ReadonlyMap<string, Part>): Part {
  const api = partOf(parts, new URL(config.urls.api).host)
  const dialog = partOf(parts, new URL(config.urls.dialog).host)
  const hashes = buildHashes(config)
  const local = localApiHosts(config)
  return async (request) => {
    const host = request.headers.get('host') ?? new URL(request.url).host
    const part = partOf(parts, host)
    const { pathname } = new URL(request.url)
    if (api && probes.has(pathname)) return api(request)
    if (part) return (pathname === buildHashesPath ? hashes : part)(request)
    // npm resolves no name below `.localhost` where the system does not: it comes by address, too.
    if (dialog && pathname === sdkPackagePath) return dialog(request)
    if (api && local.includes(hostnameOf(host) ?? '')) return api(request)
    const known = [...parts.keys()].join(', ')
    return sentence(421, `This server answers for ${known}, and not for the host you asked for.`, plainHeaders(config.urls.api))
  }
}
