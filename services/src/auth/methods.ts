import { type Logins, type SocialProvider, socialProviderIds } from '@latchkey/protocol'
import { AccountError } from '../accounts/accountError.js'
import type { Accounts } from '../accounts/accountsContext.js'
import { requireOrigin } from '../accounts/sessions.js'
import { undecidedFeatures } from '../projects/features.js'
import type { Project } from '../projects/projectStore.js'

/** Whether the project's features allow a way of signing in: a project without features leaves it to the page, a list without logins has none. */
export function projectAllows({ features }: Pick<Project, 'features'>, method: 'email' | SocialProvider): boolean {
  const login = (features ?? undecidedFeatures).find((feature) => feature.id === 'social_login')
  return login?.isEnabled === true && (login.config === null || login.config.includes(method))
}

/** Whether the operator configured a way of signing in. */
export function isConfigured({ config, mailer }: Accounts, method: 'email' | SocialProvider): boolean {
  if (method === 'email') return mailer !== null
  if (method === 'farcaster') return config.farcaster !== undefined
  return config.providers[method] !== undefined
}

/** @throws AccountError `method_off`, `project_unknown`, `origin_not_allowed` */
export async function requireMethod(
  accounts: Accounts,
  place: { projectId: string; origin: string },
  method: 'email' | SocialProvider,
): Promise<Project> {
  const project = await requireOrigin(accounts, place)
  if (!isConfigured(accounts, method) || !projectAllows(project, method)) throw new AccountError('method_off')
  return project
}

/** The ways of signing in that work for a project: configured by the operator, and allowed by its features. */
export function loginsOf(accounts: Accounts | undefined, project: Pick<Project, 'features'>): Logins {
  const works = (method: 'email' | SocialProvider) =>
    accounts !== undefined && isConfigured(accounts, method) && projectAllows(project, method)
  return { email: works('email'), socials: socialProviderIds.filter(works) }
}

/** The same for a page that asks. @throws AccountError `project_unknown`, `origin_not_allowed` */
export async function offeredMethods(accounts: Accounts, place: { projectId: string; origin: string }): Promise<Logins> {
  return loginsOf(accounts, await requireOrigin(accounts, place))
}
