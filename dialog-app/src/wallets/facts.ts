import type { WalletKind } from '@latchkey/protocol'
import type { WalletFacts } from './wallet.js'

const facts: Readonly<Record<WalletKind, WalletFacts>> = {
  host: { livesInPage: true },
  walletConnect: { endsTogether: true, needsStorage: true, showsSignIn: true, answersCallReads: true },
  embedded: { endsTogether: true, asksHere: true, showsSignIn: true, answersReads: true, hasSettings: true },
}

/** What holds for every wallet of a kind, connected or only remembered. */
export const walletFacts = (kind: WalletKind): WalletFacts => facts[kind]
