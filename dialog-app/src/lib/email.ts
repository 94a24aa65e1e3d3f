import { readEmail } from '@latchkey/protocol'

/** Domains that users mean when they mistype them, and where their mail is read in a browser. */
const mailPages: Readonly<Record<string, string>> = {
  'gmail.com': 'https://mail.google.com/',
  'googlemail.com': 'https://mail.google.com/',
  'icloud.com': 'https://www.icloud.com/mail',
  'me.com': 'https://www.icloud.com/mail',
  'outlook.com': 'https://outlook.live.com/mail/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'live.com': 'https://outlook.live.com/mail/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'proton.me': 'https://mail.proton.me/',
  'protonmail.com': 'https://mail.proton.me/',
}

/** Endings that are offered as soon as the "@" is typed. */
export const commonEndings = ['@gmail.com', '@icloud.com', '@outlook.com'] as const

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether a mail can be sent there. "mira@gmial" is a slip: no machine of such a name takes mail. */
export const isEmail = (value: string): boolean =>
  readEmail(value) !== undefined && (domainOf(value).includes('.') || suggestEmail(value) === undefined)

const comparable = (typed: string) => (readEmail(typed) ?? typed).toLowerCase()

/** Whether two addresses, as they were typed, are one mailbox for the server. */
export const isSameEmail = (one: string, other: string): boolean => comparable(one) === comparable(other)

/** Where the mail of this address is read; undefined where nobody knows. */
export function mailPage(email: string): string | undefined {
  const domain = domainOf(email)
  return Object.hasOwn(mailPages, domain) ? mailPages[domain] : undefined
}

/** Edits between two words, with two neighbours changing places as one (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array<number>(b.length).fill(0)])
  for (let j = 0; j <= b.length; j++) (rows[0] as number[])[j] = j
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same)
      ;(rows[i] as number[])[j] = swapped ? Math.min(best, at(i - 2, j - 2) + 1) : best
    }
  }
  return at(a.length, b.length)
}

/** The address that was probably meant; undefined when this one is as good as any. */
export function suggestEmail(email: string): string | undefined {
  const domain = domainOf(email)
  const user = email.slice(0, Math.max(0, email.lastIndexOf('@')))
  if (!user || domain.length < 4 || Object.hasOwn(mailPages, domain)) return undefined
  // The same service in another country, and not a slip in the last letters.
  const [, service] = /^([^.]+)\.(?!c[mo]$|om$)[a-z]{2}$/.exec(domain) ?? []
  if (Object.keys(mailPages).some((known) => known.split('.')[0] === service)) return undefined
  const near = Object.keys(mailPages).find(
    // Two letters make another word of a short name.
    (known) => distance(domain.includes('.') ? domain : `${domain}.${known.split('.')[1]}`, known) <= (known.length < 8 ? 1 : 2),
  )
  // A domain of a letter's difference may be somebody's own: only what is clearly a slip is offered.
  return near && domain[0] === near[0] ? `${user}@${near}` : undefined
}
