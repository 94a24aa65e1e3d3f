import type { PlaygroundChain } from '../config.js'

type Start = (chains: readonly PlaygroundChain[]) => void

/** Each family's folder has its own. */
const starts = import.meta.glob<Start>('./*/testWallet.ts', { eager: true, import: 'startTestWallet' })

/** Puts a test wallet into the page for each family that has a test chain among the page's. Called on development servers only. */
export function startTestWallets(chains: readonly PlaygroundChain[]): void {
  for (const start of Object.values(starts)) start(chains)
}
