export * from './accountErrors.js'
export * from './auth.js'
export {
  type AccountSession,
  type AccountUser,
  type AuditEntry,
  base64url,
  type CallbackBoot,
  type ChallengeAnswer,
  type CodeSent,
  callbackBootSchema,
  type DeviceAnswer,
  type EmailChangeStarted,
  type FarcasterStarted,
  type LinkFacts,
  type OauthStarted,
  type VaultShred,
} from './authEntities.js'
export * from './canonicalJson.js'
export * from './route.js'
export * from './vault.js'
