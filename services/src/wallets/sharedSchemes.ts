import type { Wallet } from './wallet.js'

/** The app scheme of a wallet's link, `acme` of `acme://app`; undefined for a web address, which belongs to one site. */
const schemeOf = ({ mobile_link }: Wallet): string | undefined => {
  const scheme = mobile_link?.split(':', 1)[0]?.toLowerCase()
  return scheme === 'https' ? undefined : scheme
}

/**
 * Takes the app link from wallets whose scheme another wallet has, too: any app may claim a scheme, and a phone with two such apps opens either. The
 * wallet's universal link, which only the owner of the site can claim, takes its place. A wallet without one keeps its link, because there is no other
 * way, and is marked: the dialog says so.
 *
 * @example
 * import type { Wallet } from './wallet.js'
 *
 * const marked = (acme: Wallet, other: Wallet) => withoutSharedSchemes([{ ...acme, mobile_link: 'acme://' }, { ...other, mobile_link: 'acme://app' }])
 */
export function withoutSharedSchemes(wallets: readonly Wallet[]): Wallet[] {
  const owners = new Map<string, number>()
  for (const wallet of wallets) {
    const scheme = schemeOf(wallet)
    if (scheme !== undefined) owners.set(scheme, (owners.get(scheme) ?? 0) + 1)
  }
  return wallets.map((wallet) => {
    const scheme = schemeOf(wallet)
    if (scheme === undefined || (owners.get(scheme) ?? 0) < 2) return wallet
    return wallet.link_mode ? { ...wallet, mobile_link: wallet.link_mode } : { ...wallet, ambiguous: true }
  })
}
