import type { CaipNetworkId, NftTrait } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** An NFT of the account. */
export type OwnNft = {
  readonly id: string
  readonly networkId: CaipNetworkId
  readonly contract: string
  readonly tokenId: string
  readonly name: string
  readonly collection: string
  readonly picture: string
  readonly traits: readonly NftTrait[]
  /** How many of it. */
  readonly amount: bigint
  readonly isSpam: boolean
}

export type NftsState = {
  /** `failed`: nothing is known. `unserved`: the server does not read the network. `unavailable`: the chain family has none. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed' | 'unserved' | 'unavailable'
  /** The newest first. */
  readonly nfts: readonly OwnNft[]
  /** The server is still looking for what happened before it knew of the account: some are missing, and come. */
  readonly isSearching: boolean
  /** They could not be asked for again: newer ones may be missing. */
  readonly isOld: boolean
}

export const initialNfts: NftsState = { status: 'idle', nfts: [], isSearching: false, isOld: false }

/** The NFTs of the active account on the network it is on. */
export const nftsStore = perDialog(() => createStore<NftsState>(() => initialNfts))
