import type { Feature } from '../db/schema.js'

/**
 * Features whose setting the project leaves to the page: `config: null` means "use the local setting". An id
 * that is missing from an answer would mean "off".
 */
export const undecidedFeatures: readonly Feature[] = [
  'social_login',
  'swap',
  'onramp',
  'activity',
  'reown_branding',
  'multi_wallet',
  'email_capture',
].map((id) => ({ id, isEnabled: true, config: null }))
