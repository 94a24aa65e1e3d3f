import { alerts, codes, parseOrigin, type WireError } from '@latchkey/protocol'
import type { Project, ProjectStore } from './projectStore.js'

/** More frames around a page than any page has. */
const mostAncestors = 8

/** Whether a page may embed us, and what follows from it. */
export type Admission =
  | { readonly ok: true; readonly project: Project; readonly origin: string; readonly verified: boolean }
  | {
      readonly ok: false
      readonly error: WireError
      /** The claimed origin when it has the form of one: it alone may frame the document that tells it so. */
      readonly origin: string | null
      /** Claimed sites around that page: they frame the same document with it. */
      readonly ancestors: readonly string[]
      readonly projectId: string
    }

/**
 * Decides by project and claimed origin. The claim is proven by the browser: what is answered may be framed by that origin only.
 *
 * @param projectId as in the query; undefined when it is missing
 * @param claimed the host page's origin as in the query
 * @param claimedAncestors sites that frame the host page, as in the query: the browser would block the dialog there without a word
 */
export async function admit(
  projects: ProjectStore,
  projectId: string | undefined,
  claimed: string | undefined,
  claimedAncestors: readonly string[] = [],
): Promise<Admission> {
  const origin = claimed !== undefined && parseOrigin(claimed) ? claimed : null
  const ancestors = claimedAncestors.slice(0, mostAncestors).filter((ancestor) => parseOrigin(ancestor))
  const refuse = (message: string, data?: WireError['data']): Admission => ({
    ok: false,
    error: { code: codes.unauthorized, message, ...(data !== undefined && { data }) },
    origin,
    ancestors,
    projectId: projectId ?? '',
  })
  if (!projectId) return refuse(alerts.projectIdNotConfigured)
  const project = await projects.get(projectId)
  if (!project) return refuse(alerts.invalidProjectId)
  const match = origin === null ? null : project.match(origin)
  if (origin === null || match === null) return refuse(alerts.originNotAllowed)
  const ancestor = ancestors.find((one) => one !== origin && !project.ancestors.includes(one))
  if (ancestor) return refuse(alerts.originNotAllowed, { ancestor })
  return { ok: true, project, origin, verified: match === 'registered' }
}
