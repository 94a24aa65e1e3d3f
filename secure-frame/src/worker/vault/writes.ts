import { type Canonical, canonicalJson, vaultSignaturePrefix } from '@latchkey/protocol/schemas/account'
import { utf8 } from './bytes.js'
import { type VaultKey, vaultAuthSign } from './vaultKey.js'

/**
 * Signs a write with the wallet's own key, so that a stolen session can change nothing.
 *
 * @param body everything but the signature
 */
export async function signWrite<Body extends { readonly op: string }>(
  key: VaultKey,
  body: Body,
): Promise<Body & { readonly signature: string }> {
  const signature = await vaultAuthSign(key, utf8(vaultSignaturePrefix + canonicalJson(body as unknown as Canonical)))
  return { ...body, signature }
}
