/**
 * HTML's "valid e-mail address", which `<input type="email">` checks: wider than any mail server's rule in the name before the "@", without the quotes
 * and comments of RFC 5322. https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const validAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/
/** Of a path in RFC 5321, without its brackets. */
const maximum = 254
const foreign = /[^\0-\x7f]/
/** Characters that a URL would read as something else than a part of its host. */
const notInDomains = /[^a-zA-Z\d.\x80-\uffff-]/

/** The domain in ASCII (UTS #46), as browsers send that of an `email` input; as it is when it has no such form. */
function asciiDomain(domain: string): string {
  if (!foreign.test(domain) || notInDomains.test(domain)) return domain
  try {
    // A last label without a digit keeps the URL parser from reading an IPv4 address.
    return new URL(`https://${domain}.a`).hostname.slice(0, -2)
  } catch {
    return domain
  }
}

/**
 * Reads an e-mail address as a user types it. It is the only rule for addresses: of the field, the secure frame and the server.
 *
 * @returns the address that mail is sent to, with an ASCII domain; undefined for anything else
 * @example
 * readEmail(' mira@пример.рф ') // 'mira@xn--e1afmkfd.xn--p1ai'
 * readEmail('mira@') // undefined
 */
export function readEmail(typed: string): string | undefined {
  const text = typed.trim()
  if (text.length > maximum) return
  const at = text.lastIndexOf('@') + 1
  const email = text.slice(0, at) + asciiDomain(text.slice(at))
  return email.length <= maximum && validAddress.test(email) ? email : undefined
}
