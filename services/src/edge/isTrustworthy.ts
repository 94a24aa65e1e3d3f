import { parseOrigin } from '@latchkey/protocol'

/**
 * Whether browsers give a document of this origin keys, a clipboard and the like: over https, and on this machine.
 * https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy
 */
export function isTrustworthy(url: string): boolean {
  const origin = parseOrigin(new URL(url).origin)
  return origin !== null && (origin.scheme === 'https' || /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(origin.host))
}
