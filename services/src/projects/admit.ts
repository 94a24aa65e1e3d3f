import { alerts, codes, type WireError } from '@latchkey/protocol'
import { parseOrigin } from './originPattern.js'
import type { Project, ProjectStore } from './projectStore.js'

/** Whether a page may embed us, and what follows from it. */
export type Admission =
  | { readonly ok: true; readonly project: Project; readonly origin: string; readonly verified: boolean }
  | {
      readonly ok: false
      readonly error: WireError
      /** The claimed origin when it has the form of one: it alone may frame the document that tells it so. */
      readonly origin: string | null
      readonly projectId: string
    }

/**
 * Decides by project and claimed origin. The claim is proven by the browser: what is answered may be framed by that origin only.
 *
 * @param projectId as in the query; undefined when it is missing
 * @param claimed the host page's origin as in the query
 */
export async function admit(projects: ProjectStore, projectId: string | undefined, claimed: string | undefined): Promise<Admission> {
  const origin = claimed !== undefined && parseOrigin(claimed) ? claimed : null
  const refuse = (message: string): Admission => ({
    ok: false,
    error: { code: codes.unauthorized, message },
    origin,
    projectId: projectId ?? '',
  })
  if (!projectId) return refuse(alerts.projectIdNotConfigured)
  const project = await projects.get(projectId)
  if (!project) return refuse(alerts.invalidProjectId)
  const match = origin === null ? null : project.match(origin)
  if (origin === null || match === null) return refuse(alerts.originNotAllowed)
  return { ok: true, project, origin, verified: match === 'registered' }
}
