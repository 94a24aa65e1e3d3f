import { createRpcClient, type RpcClient } from './rpc.js'

const clients = new Map<string, RpcClient>()

/** The one client for a set of URLs, so that its batches and its ranking are shared by everybody who asks that chain. */
export function sharedRpcClient(urls: readonly string[]): RpcClient {
  const key = urls.join(' ')
  const client = clients.get(key) ?? createRpcClient(urls)
  clients.set(key, client)
  return client
}
