import type { SocialProvider } from '@latchkey/protocol'
import type { Project } from '../projects/projectStore.js'
import { AccountError } from './accountError.js'
import type { Accounts } from './accountsContext.js'
import { requireOrigin } from './sessions.js'

const socials: readonly SocialProvider[] = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']

/** Whether the project's features allow a way of signing in; what they leave open is allowed. */
export function projectAllows(project: Pick<Project, 'features'>, method: 'email' | SocialProvider): boolean {
  const login = project.features?.find((feature) => feature.id === 'social_login')
  return login === undefined || (login.isEnabled && (login.config === null || login.config.includes(method)))
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

/** The ways of signing in that work for a page. */
export async function offeredMethods(accounts: Accounts, place: { projectId: string; origin: string }) {
  const project = await requireOrigin(accounts, place)
  const works = (method: 'email' | SocialProvider) => isConfigured(accounts, method) && projectAllows(project, method)
  return { email: works('email'), socials: socials.filter(works) }
}
