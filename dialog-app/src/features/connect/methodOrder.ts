import type { ConnectMethod } from '@latchkey/protocol'

/**
 * The order of the ways to connect: the page's own, else wallets first where one is installed.
 * Ways that the page leaves out of its order follow after it. Pure.
 */
export function methodOrder(own: readonly ConnectMethod[] | undefined, installed: boolean): readonly ConnectMethod[] {
  const usual: readonly ConnectMethod[] = installed ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
  return [...new Set([...(own ?? []), ...usual])]
}
