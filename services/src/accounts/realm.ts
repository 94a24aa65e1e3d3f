import type { Accounts } from './accountsContext.js'
import type { Identity } from './identity.js'

const development = 'development|'

/**
 * Whose account a way to sign in leads to, as a project sees it. On a server for real visitors (https) projects in development mode have accounts of
 * their own: anybody can have a page on a preview host that such a project lets in, and must not meet a real wallet there.
 *
 * @param projectId null for what belongs to no project
 * @returns the identity that is looked up and stored
 * @example
 * import type { Accounts } from './accountsContext.js'
 * import { emailIdentity } from './identity.js'
 * import { findOrCreateUser } from './users.js'
 *
 * const signIn = async (accounts: Accounts, projectId: string, email: string) =>
 *   findOrCreateUser(accounts, await inRealm(accounts, projectId, emailIdentity(email)))
 */
export async function inRealm(
  { projects, urls }: Pick<Accounts, 'projects' | 'urls'>,
  projectId: string | null,
  identity: Identity,
): Promise<Identity> {
  if (projectId === null || !urls.secure.startsWith('https:')) return identity
  const project = await projects.get(projectId)
  return project?.mode === 'development' ? { ...identity, issuer: `${development}${identity.issuer}` } : identity
}

/** The issuer as the provider is known by, whatever the realm. */
export const issuerOf = (issuer: string): string => (issuer.startsWith(development) ? issuer.slice(development.length) : issuer)
