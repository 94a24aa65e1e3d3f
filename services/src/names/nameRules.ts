import { type NameMistake, readAccountName, shortestLabel } from '@latchkey/protocol'
import { normalize } from 'viem/ens'

/** Labels that would speak for the operator, or for everybody's wallet. They are compared by what they look like. */
const reservedLabels = [
  ...['about', 'abuse', 'account', 'accounts', 'admin', 'administrator', 'airdrop', 'anonymous', 'billing', 'bridge', 'contact'],
  ...['customer', 'customerservice', 'dialog', 'everyone', 'explorer', 'faucet', 'finance', 'gateway', 'guest', 'help', 'helpdesk'],
  ...['home', 'hostmaster', 'info', 'latchkey', 'legal', 'login', 'mail', 'moderator', 'name', 'names', 'nobody', 'noreply', 'null'],
  ...['official', 'operator', 'owner', 'payment', 'payments', 'postmaster', 'privacy', 'recovery', 'refund', 'refunds', 'register'],
  ...['reown', 'root', 'secure', 'security', 'seed', 'seedphrase', 'service', 'services', 'settings', 'signin', 'signup', 'staff'],
  ...['status', 'superuser', 'support', 'swap', 'system', 'team', 'terms', 'test', 'treasury', 'trust', 'undefined', 'unknown'],
  ...['user', 'users', 'vault', 'verify', 'verified', 'wallet', 'walletconnect', 'wallets', 'webmaster', 'zero'],
]

/** Characters that are taken for others at a glance: `paypa1` is read as `paypal`, `rnira` as `mira`. */
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/1/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/** The same text for labels that look the same. */
export const skeletonOf = (label: string): string => lookAlikes.reduce((text, [from, to]) => text.replace(from, to), label)

const bare = (label: string) => skeletonOf(label).replaceAll('-', '')

/** A name that somebody may register, or what is wrong with it. */
export type ReadName =
  | { readonly name: string; readonly label: string; readonly zone: string; readonly skeleton: string }
  | { readonly mistake: NameMistake | 'reserved' }

/** What a name must be like, in words. */
export const nameMistakes: Readonly<Record<NameMistake | 'reserved', string>> = {
  short: `A name has at least ${shortestLabel} characters`,
  long: 'A name has at most 63 characters',
  characters: 'A name has letters, digits and hyphens only',
  hyphens: 'A hyphen stands alone, between other characters',
  zone: 'Names of this zone are not registered here',
  reserved: 'This name is reserved',
}

/**
 * The rules for names of this server's zones.
 *
 * @param reserved more labels that nobody may register
 */
export function createNameRules(zones: readonly string[], reserved: readonly string[] = []): (text: string) => ReadName {
  const taken = new Set([...reservedLabels, ...reserved.map((label) => label.toLowerCase())].map(bare))
  return (text) => {
    const read = readAccountName(text, zones)
    if ('mistake' in read) return read
    try {
      // What ENSIP-15 makes of it is what every resolver asks for: a name that it changes or refuses could never be found.
      if (normalize(read.name) !== read.name) return { mistake: 'characters' }
    } catch {
      return { mistake: 'characters' }
    }
    if (taken.has(bare(read.label))) return { mistake: 'reserved' }
    return { ...read, skeleton: `${skeletonOf(read.label)}.${read.zone}` }
  }
}

/** Names like one that is taken. Pure: whether they are free is another question. */
export function variantsOf(label: string, now: Date): readonly string[] {
  const year = String(now.getUTCFullYear())
  return [
    `${label}-${year.slice(2)}`,
    `its-${label}`,
    `hello-${label}`,
    `${label}-pays`,
    `the-${label}`,
    `${label}-${year}`,
    `${label}-too`,
  ]
}
