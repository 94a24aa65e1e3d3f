import type { AccountOf, AccountType, CaipNetworkId, NetworkOf } from './nouns.js'

/** What any reference of CAIP-2 may be, as the source of a regular expression. */
export const anyReference = '[-_a-zA-Z0-9]{1,32}'

/**
 * All that is known of a chain family apart from code: what the parts of the product would otherwise each have a table of.
 *
 * @typeParam Methods its methods, as functions of their `params`
 */
export type Family<Methods = unknown> = {
  /** What the reference of its networks looks like (CAIP-2), as the source of a regular expression. */
  readonly reference: string
  /** Where a wallet is taken to be that does not say, when the page uses no network of the family. */
  readonly mainNetworkId: CaipNetworkId
  /** What sign-in messages call the family's accounts (EIP-4361, CAIP-122). */
  readonly signInName: string
  /** Names that wallets have for networks in these messages, by reference. Left out: the reference itself. */
  readonly signInNetworks?: Readonly<Record<string, string>>
  /** Which kind of account comes first while the user has not chosen another. */
  readonly defaultAccountType: AccountType
  /** Its addresses carry a checksum, so that what passes for one is one. */
  readonly hasAddressChecksum: boolean
  /** Its networks that have to be named only, because everything else about them is known here. */
  readonly networks: readonly NetworkOf[]
  /** Milliseconds between two blocks of those networks. */
  readonly blockTime?: number
  readonly methods: {
    readonly read?: readonly string[]
    readonly sign: readonly string[]
    /** A method that is here as well as in another list is one of these. */
    readonly account: readonly string[]
  }
  /** What is particular about WalletConnect sessions. */
  readonly session: {
    /** Methods that no wallet expects to be asked to permit. */
    readonly unproposed?: readonly string[]
    /**
     * When the session answers the methods for accounts with what `describeAccount` makes of them, so that no wallet has to be asked: it has
     * addresses, but no public keys.
     */
    readonly answersAccounts: 'always' | 'silent' | 'never'
    /** Wallets can connect and sign in at once (`wc_sessionAuthenticate`), when the page uses no other family. */
    readonly authenticates?: true
    /** Methods that wallets elsewhere know by another name. */
    readonly wireMethods?: Readonly<Record<string, string>>
  }
  /**
   * An account as its methods for accounts answer it.
   *
   * @param networkIds where the account may be used, if that is known
   */
  readonly describeAccount: (account: AccountOf, networkIds?: readonly CaipNetworkId[]) => object
  /** For the compiler only: nothing has a value here. */
  readonly types?: Methods
}
