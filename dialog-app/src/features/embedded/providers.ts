import { type SocialProvider, socialProviders } from '@latchkey/protocol'

/** Ways to sign in, as users call them; no language changes the names. */
export const providerNames: Readonly<Record<SocialProvider | 'email', string>> = { email: 'Email', ...socialProviders }
