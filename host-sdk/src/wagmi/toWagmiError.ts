import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'

const codeOf = (error: unknown) => (typeof error === 'object' && error && 'code' in error ? error.code : undefined)
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** True for a wallet that does not know the chain (EIP-3326): some wrap what their extension said. */
export function isUnknownChain(error: unknown): boolean {
  const data =
    typeof error === 'object' && error && 'data' in error ? (error.data as { readonly originalError?: unknown } | undefined) : undefined
  return codeOf(error) === SwitchChainError.code || codeOf(data?.originalError) === SwitchChainError.code
}

/** What wagmi's pages look for with `instanceof` or by name: a refusal and a wallet that is busy are viem's errors, the rest stays as it is. */
export function toWagmiError(error: unknown): unknown {
  if (codeOf(error) === UserRejectedRequestError.code) return new UserRejectedRequestError(asError(error))
  if (codeOf(error) === ResourceUnavailableRpcError.code) return new ResourceUnavailableRpcError(asError(error))
  return error
}

/** The same for a switch, whose other failures are `SwitchChainError`. */
export const toSwitchError = (error: unknown): unknown =>
  codeOf(error) === UserRejectedRequestError.code ? toWagmiError(error) : new SwitchChainError(asError(error))
