/** Why a token is probably there to deceive. */
export type SpamMark = 'url' | 'hostile' | 'airdrop'

/** A host name or a way to one: what a token's name has no reason to hold. */
const url =
  /https?:|www\.|t\.me\/|\b[a-z0-9-]{2,}\s?\.\s?(?:com|net|org|io|xyz|app|fi|finance|gift|gifts|claim|claims|site|online|top|pro|vip|lol|me|cc|ru|us|info|link|live|club|events?|network|exchange|tech|dev|eth\.limo)\b/i
/** What turns the direction of a text around, cannot be seen, or is markup. */
const hostile = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]|\p{Cf}|\p{Co}|[<>]/u

/**
 * What speaks against a token, from what is known without asking anybody. That a token was given to many who had not asked is no proof by itself:
 * the reader decides, and leaves alone what is on a list.
 */
export function spamMarks(token: {
  readonly name: string | null
  readonly symbol: string | null
  readonly airdropped: boolean
}): SpamMark[] {
  const text = `${token.name ?? ''} ${token.symbol ?? ''}`
  return [
    ...(url.test(text) ? ['url' as const] : []),
    ...(hostile.test(text) ? ['hostile' as const] : []),
    ...(token.airdropped ? ['airdrop' as const] : []),
  ]
}
