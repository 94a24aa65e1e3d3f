import { parseOrigin } from '@latchkey/protocol'
import type { Config } from '../config/schema.js'
import type { Project } from './projectStore.js'

/**
 * Tells whether a request with this `Origin` header may act for a project. The header is a hint only (anybody can write it outside a
 * browser), so it refuses what is certainly a foreign page and lets the rest pass: no header, extensions, our own documents.
 *
 * @param own origins of our own documents
 */
export function originMayAsk(project: Project, origin: string | undefined, own: ReadonlySet<string>): boolean {
  if (origin === undefined || !/^https?:/i.test(origin) || own.has(origin)) return true
  return parseOrigin(origin) !== null && project.match(origin) !== null
}

/** Origins of our own documents, which ask on behalf of every project. */
export const ownOrigins = ({ urls }: Pick<Config, 'urls'>): ReadonlySet<string> => new Set([urls.dialog, urls.secure, urls.api])
