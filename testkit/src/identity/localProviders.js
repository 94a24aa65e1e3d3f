/** Who is played on this machine. Names are per provider: the same name at two of them is two users, as in life. */
export const playedProviders = ['google', 'apple', 'github', 'x', 'discord', 'facebook']
/** Known to everybody, and of use on this machine only. */
export const localSecret = 'local'

/** Where Farcaster's registry lies on the local chain. Any address without a contract will do. */
export const localRegistry = '0x00000000fa7ca57e700000000000000000000001'

/**
 * The providers' settings when one local server plays all of them.
 *
 * @param {string} issuer its base URL
 */
export function localProviders(issuer) {
  const oidc = (/** @type {string} */ clientId) => ({ clientId, clientSecret: localSecret, issuer })
  const oauth2 = (/** @type {string} */ clientId) => ({
    ...oidc(clientId),
    authorizationUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    userUrl: `${issuer}/${clientId}/user`,
  })
  return Object.fromEntries(playedProviders.map((name) => [name, name === 'google' || name === 'apple' ? oidc(name) : oauth2(name)]))
}
