import type { NamespaceId } from '@latchkey/protocol'
import { bip122 } from './bip122.js'
import { cosmos } from './cosmos.js'
import { eip155 } from './eip155.js'
import { polkadot } from './polkadot.js'
import type { Signer } from './signer.js'
import { solana } from './solana.js'

/** By chain family. */
export const signers: Readonly<Record<NamespaceId, Signer>> = { eip155, solana, bip122, polkadot, cosmos }
