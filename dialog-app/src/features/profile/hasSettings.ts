import type { ConnectedWallet } from '@latchkey/protocol'
import { walletFacts } from '../../wallets/facts.js'

/** Whether the wallet has settings that are shown here. */
export const hasSettings = ({ kind }: ConnectedWallet): boolean => walletFacts(kind).hasSettings === true
