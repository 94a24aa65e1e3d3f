/** The registry of social logins, as users call them, in the order in which they are offered. Names are the same in every language. */
export const socialProviders = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
} as const
export type SocialProvider = keyof typeof socialProviders
export const socialProviderIds = /*#__PURE__*/ Object.keys(socialProviders) as readonly SocialProvider[]

/** Those where the user signs in on a page of the provider's (OAuth 2, OpenID Connect). Farcaster's users sign with a key that a registry knows. */
export type OauthProvider = Exclude<SocialProvider, 'farcaster'>
/**
 * Whether the user signs in on a page of the provider's (OAuth 2, OpenID Connect).
 *
 * @example
 * isOauthProvider('google') // true
 * isOauthProvider('farcaster') // false
 */
export const isOauthProvider = (kind: string): kind is OauthProvider => Object.hasOwn(socialProviders, kind) && kind !== 'farcaster'
export const oauthProviderIds = /*#__PURE__*/ socialProviderIds.filter(isOauthProvider)

/**
 * The name of a provider as users know it. A provider that only another build knows keeps its id.
 *
 * @example socialProviderName('github') // 'GitHub'
 */
export const socialProviderName = (kind: string): string =>
  Object.hasOwn(socialProviders, kind) ? socialProviders[kind as SocialProvider] : kind
