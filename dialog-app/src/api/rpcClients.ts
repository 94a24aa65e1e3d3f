import { type Dialog, perDialog } from '../lib/dialog.js'
import { onDestroy } from '../lib/lifetime.js'
import { createRpcClient, type RpcClient } from './rpc.js'

const clients = perDialog(() => new Map<string, RpcClient>())

/** The one client for a set of URLs, so that its batches and its ranking are shared by everybody who asks that chain. */
export function sharedRpcClient(dialog: Dialog, urls: readonly string[]): RpcClient {
  const key = urls.join(' ')
  const known = clients(dialog).get(key)
  if (known) return known
  const client = createRpcClient(urls, dialog.now)
  clients(dialog).set(key, client)
  onDestroy(dialog, client.destroy)
  return client
}
