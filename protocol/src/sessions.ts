/* Permissions to spend that a server keeps a record of, and what their account signs about them. */

/** Who tells a server of a permission: the account, where it is, and the site that it is for. */
export type RegisteredSession = {
  readonly account: string
  /** The permission's contract. */
  readonly context: string
  readonly origin: string
}

/**
 * What an account signs, so that a server records whose site a permission is for.
 *
 * @param session `account` is a CAIP-10 id
 * @returns the text for `personal_sign`; addresses are in lower case
 * @example
 * registerSessionMessage({ account: 'eip155:1:0xab…', context: '0xcd…', origin: 'https://shop.example' })
 */
export const registerSessionMessage = ({ account, context, origin }: RegisteredSession): string =>
  `Register session ${context.toLowerCase()}\nAddress: ${account.toLowerCase()}\nSite: ${origin}`

/**
 * What an account signs, so that a server records that a permission was removed. It needs no time: an id is revoked once and for all.
 *
 * @param account a CAIP-10 id
 * @param pci the record's id
 * @returns the text for `personal_sign`
 * @example
 * revokeSessionMessage('eip155:1:0xab…', '0f8e…')
 */
export const revokeSessionMessage = (account: string, pci: string): string =>
  `Revoke session ${pci.toLowerCase()}\nAddress: ${account.toLowerCase()}`
