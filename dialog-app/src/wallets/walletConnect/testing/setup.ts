import { randomUUID } from 'node:crypto'
import type { WalletEvent } from '@latchkey/protocol'
import { type PhoneWallet, type PhoneWalletOptions, startPhoneWallet } from '@latchkey/testkit/src/phone/startPhoneWallet.ts'
import { projectId, startTestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { testDialog } from '../../../testing/testDialog.js'
import { createMemoryStore } from '../keyValueStore.js'
import type { PairingCode } from '../pairing.js'
import { createWalletConnect, type WalletConnect, type WalletConnectOptions } from '../walletConnect.js'
import { testNetworks } from './networks.js'

/** One relay, and whatever dialogs and phones a test starts on it; `close` stops them all. */
export async function startScene() {
  // Several dialogs in one process each want their own client.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  const relay = await startTestRelay({ limits: { pingInterval: 5_000 } })
  const dialogs: WalletConnect[] = []
  const phones: PhoneWallet[] = []

  return {
    relay,
    startDialog(options: Partial<WalletConnectOptions> = {}) {
      const wallet = createWalletConnect(testDialog(), {
        projectId,
        relayUrl: relay.url,
        metadata: { name: 'Test page', description: '', url: 'https://page.example', icons: [] },
        storage: createMemoryStore(),
        storagePrefix: randomUUID(),
        networks: () => testNetworks,
        ...options,
      })
      const events: WalletEvent[] = []
      wallet.subscribe((event) => events.push(event))
      dialogs.push(wallet)
      return { wallet, events }
    },
    async startPhone(options: Partial<PhoneWalletOptions> = {}) {
      const phone = await startPhoneWallet({ relayUrl: relay.url, projectId, ...options })
      phones.push(phone)
      return phone
    },
    async close() {
      await Promise.all([...dialogs, ...phones].map((end) => end.stop()))
      await relay.close()
    },
  }
}

export type Scene = Awaited<ReturnType<typeof startScene>>
export type { PhoneWallet }

/** Shows the code to the phone, as a user would, and waits for the connection. */
export function scan(wallet: WalletConnect, phone: PhoneWallet, more: Partial<WalletConnect.ConnectParameters> = {}) {
  const onUri = ({ uri }: PairingCode) => void phone.pair(uri)
  return wallet.connect({ namespace: 'eip155', networkIds: [], onUri, ...more })
}

/** A dialog and a phone that are connected. */
export async function connectPair(
  scene: Scene,
  options: Partial<WalletConnectOptions> = {},
  phoneOptions: Partial<PhoneWalletOptions> = {},
) {
  const dialog = scene.startDialog(options)
  const phone = await scene.startPhone(phoneOptions)
  const connection = await scan(dialog.wallet, phone)
  return { ...dialog, phone, connection, topic: dialog.wallet.topic() ?? '' }
}

/** Asks for a signature on EVM. */
export const sign = (wallet: WalletConnect, signal?: AbortSignal) =>
  wallet.request({ namespace: 'eip155', networkId: null, method: 'personal_sign', params: ['0x6869', '0x'], ...(signal ? { signal } : {}) })
