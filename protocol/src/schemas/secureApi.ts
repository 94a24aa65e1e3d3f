import type { SecureApi } from '../secure.js'
import { method, type Schemas } from './callSchemas.js'
import { emailAddress } from './emailAddress.js'
import { schema, text, webUrl, z } from './schema.js'
import {
  accountType,
  caipNetworkId,
  id,
  metadata,
  namespaceId,
  nothing,
  otp,
  plainCall,
  rectangle,
  socialProvider,
  target,
  theme,
} from './secureEntities.js'

/** Parameters of what the dialog may ask of the secure frame, by method. The frame checks them all, and refuses keys it does not know. */
export const secureApiSchemas: Schemas<SecureApi> = {
  connectEmail: schema(z.strictObject({ id, email: emailAddress })),
  connectDevice: schema(z.strictObject({ id })),
  connectOtp: schema(z.strictObject({ id, otp })),
  getSocialRedirectUri: schema(z.strictObject({ id, provider: socialProvider })),
  leaveForSocial: schema(z.strictObject({ id, provider: socialProvider })),
  returnSocial: schema(z.strictObject({ id })),
  waitSocial: schema(z.strictObject({ id })),
  connectSocial: schema(z.strictObject({ id, uri: z.optional(webUrl), ...target })),
  getFarcasterUri: schema(z.strictObject({ id })),
  connectFarcaster: schema(z.strictObject({ id, ...target })),
  getUser: schema(z.strictObject({ id, ...target })),
  switchNetwork: schema(z.strictObject({ id, chainId: caipNetworkId, rpcUrl: z.optional(webUrl) })),
  signOut: schema(z.optional(z.strictObject({ refused: z.optional(z.boolean()) }))),
  isConnected: schema(nothing),
  getChainId: schema(nothing),
  getSmartAccountEnabledNetworks: schema(nothing),
  initSmartAccount: schema(z.strictObject({ id, chainId: caipNetworkId })),
  estimateFee: schema(z.strictObject({ id, chainId: caipNetworkId, calls: z.array(plainCall).check(z.minLength(1), z.maxLength(8)) })),
  setPreferredAccount: schema(z.strictObject({ id, type: accountType, chainId: z.optional(caipNetworkId) })),
  updateEmail: schema(z.strictObject({ id, email: emailAddress })),
  updateEmailPrimaryOtp: schema(z.strictObject({ id, otp })),
  updateEmailSecondaryOtp: schema(z.strictObject({ id, otp })),
  syncTheme: schema(theme),
  syncDappData: schema(z.strictObject({ metadata: z.optional(metadata), sdkVersion: z.optional(text(64)), sdkType: z.optional(text(64)) })),
  reload: schema(nothing),
  // Parameters of the wallet's methods have schemas of their own, in the frame's policy.
  rpcRequest: schema(z.strictObject({ id, namespace: namespaceId, chainId: caipNetworkId, method, params: z.optional(z.unknown()) })),
  signIns: schema(
    z.strictObject({
      id,
      messages: z.array(z.strictObject({ chainId: caipNetworkId, message: text(16_384) })).check(z.minLength(1), z.maxLength(8)),
    }),
  ),
  rpcAbort: schema(z.strictObject({ requestId: z.optional(id) })),
  placeApproval: schema(z.strictObject({ rectangle: z.nullable(rectangle) })),
  getSecurity: schema(z.strictObject({ id })),
  showSecurity: schema(z.strictObject({ id, page: z.enum(['home', 'unlock']) })),
  abort: schema(z.strictObject({ id })),
}
