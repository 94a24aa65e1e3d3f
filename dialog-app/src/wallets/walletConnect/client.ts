import type { SignClient } from '@walletconnect/sign-client'
import { setClientId } from '../../api/http.js'
import type { Dialog } from '../../lib/dialog.js'
import { checkKeysOnly } from './keySignatures.js'
import type { KeyValueStore } from './keyValueStore.js'
import { setLibraryClock } from './libraryClock.js'

export type Client = Awaited<ReturnType<typeof SignClient.init>>
export type ClientSession = ReturnType<Client['session']['get']>
export type SessionNamespaces = ClientSession['namespaces']

export type ClientOptions = {
  readonly projectId: string
  readonly relayUrl: string
  /** What the wallet shows. `url` is the page's proven origin, never what the page says of itself. */
  readonly metadata: { readonly name: string; readonly description: string; readonly url: string; readonly icons: readonly string[] }
  readonly storage: KeyValueStore
  /** Keeps projects apart within one storage. */
  readonly storagePrefix: string
  /** By how much the device's clock is behind the true time, milliseconds; default: it is right. */
  readonly clockError?: () => Promise<number>
}

/**
 * Downloads and starts the WalletConnect client. Nothing of it is loaded before the first call.
 *
 * It talks to the relay and to nobody else: no telemetry, and no attestation, which the library would fetch from its vendor through a frame
 * and wait 5 s for. Calls to our own API carry its id from here on, so that an operator can tell a relay's client and a caller to be one.
 */
export async function startClient(dialog: Dialog, options: ClientOptions): Promise<Client> {
  const { projectId, relayUrl, metadata, storage, storagePrefix } = options
  const [library, error] = await Promise.all([import('@walletconnect/sign-client'), options.clockError?.() ?? 0])
  setLibraryClock(dialog, error)
  const client = await library.SignClient.init({
    projectId,
    relayUrl,
    storage: storage as NonNullable<Parameters<typeof SignClient.init>[0]>['storage'] & KeyValueStore,
    customStoragePrefix: storagePrefix,
    telemetryEnabled: false,
    logger: 'silent',
    // The address comes below: given here, the library would replace it by this frame's own.
    metadata: { ...metadata, url: '', icons: [...metadata.icons] },
  })
  client.metadata.url = metadata.url
  client.core.verify.register = async () => ''
  checkKeysOnly(client)
  setClientId(dialog, await client.core.crypto.getClientId())
  return client
}

/**
 * The library opens wallets by itself when it finds a link in the browser's storage: it would look there, and leave the page. Links are
 * opened by the dialog, inside a user's tap.
 */
export async function keepLinksClosed(client: Client, topic: string): Promise<void> {
  const { sessionConfig } = client.session.get(topic)
  if (!sessionConfig?.disableDeepLink) await client.session.update(topic, { sessionConfig: { ...sessionConfig, disableDeepLink: true } })
}

/** Stops the client's timers and its socket, and makes room for another one on the same storage. */
export async function stopClient(client: Client): Promise<void> {
  client.core.heartbeat.stop()
  // The library keeps its core under this name and would give the old one to the next client.
  Reflect.deleteProperty(globalThis, `_walletConnectCore_${client.core.customStoragePrefix.slice(1)}`)
  await client.core.relayer.transportClose()
}
