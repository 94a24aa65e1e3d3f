import type { SocialProvider } from '@latchkey/protocol'

/** Names as the providers write them; no language changes them. */
export const providerNames: Readonly<Record<SocialProvider | 'email', string>> = {
  email: 'Email',
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}
