import type { Network } from '@latchkey/protocol'
import { emptyDialog } from '../../dialog-app/src/lib/dialog.js'
import { createWalletConnect, type WalletConnect } from '../../dialog-app/src/wallets/walletConnect/index.js'
import { createMemoryStore } from '../../dialog-app/src/wallets/walletConnect/keyValueStore.js'

type RelayLab = {
  wallet: WalletConnect
  /** What the last `connect` led to. */
  connection?: Promise<unknown>
}

declare global {
  interface Window {
    startRelayLab(relayUrl: string, projectId: string, networks: readonly Network[]): void
    relayLab: RelayLab
  }
}

window.startRelayLab = (relayUrl, projectId, networks) => {
  const metadata = { name: 'Lab', description: '', url: 'http://app.localhost', icons: [] }
  const storage = createMemoryStore()
  window.relayLab = {
    wallet: createWalletConnect(emptyDialog({ storage: () => window.localStorage, now: Date.now }), {
      relayUrl,
      projectId,
      metadata,
      storage,
      storagePrefix: 'lab',
      networks: () => networks,
    }),
  }
}
