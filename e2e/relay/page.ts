import { emptyDialog } from '@latchkey/dialog-app/src/lib/dialog.ts'
import { createWalletConnect, type WalletConnect } from '@latchkey/dialog-app/src/wallets/walletConnect/index.ts'
import { createMemoryStore } from '@latchkey/dialog-app/src/wallets/walletConnect/keyValueStore.ts'
import type { Network } from '@latchkey/protocol'

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
