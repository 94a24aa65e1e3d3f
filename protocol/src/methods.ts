import { type Family, families, type NamespaceId, namespaceIds } from './families/index.js'

/**
 * What may be done with a wallet method.
 * `read`: answered without a user, by the wallet's own node or the gateway. `sign`: a user consents each time.
 * `account`: changes who or where we are, so it goes through the connection state. Anything unlisted is refused with 4200.
 */
export type MethodPolicy = 'read' | 'sign' | 'account'

const policy = ({ read = [], sign, account }: Family['methods']): Readonly<Record<string, MethodPolicy>> =>
  Object.freeze(
    Object.assign(
      Object.create(null) as Record<string, MethodPolicy>,
      Object.fromEntries([
        ...read.map((method) => [method, 'read'] as const),
        ...sign.map((method) => [method, 'sign'] as const),
        // Last, so that it wins: a method that concerns the account is neither a read nor signed.
        ...account.map((method) => [method, 'account'] as const),
      ]),
    ),
  )

/** Method policy per chain family, declared by the trusted side and used by it on every request. */
export const methodPolicies = /*#__PURE__*/ Object.fromEntries(
  /*#__PURE__*/ namespaceIds.map((id) => [id, policy(families[id].methods)]),
) as Readonly<Record<NamespaceId, Readonly<Record<string, MethodPolicy>>>>

/**
 * How a method is treated: `read` (the gateway may answer it), `sign` (the wallet asks the user) or `account` (the session answers it).
 *
 * @param namespace the chain family
 * @param method as the page wrote it: a name such as `constructor` is no method
 * @returns undefined when the chain family does not have the method
 * @example
 * methodPolicy('eip155', 'eth_blockNumber') // 'read'
 */
export function methodPolicy(namespace: NamespaceId, method: string): MethodPolicy | undefined {
  return methodPolicies[namespace][method]
}
