/** An EIP-1193 provider error. */
export class ProviderError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const rejected = () => new ProviderError(4001, 'User rejected the request.')
export const busy = () => new ProviderError(-32002, 'The Test wallet is already waiting for an answer.')
export const unauthorized = () => new ProviderError(4100, 'This page has not been authorised in the Test wallet.')
export const chainMissing = (id: string) => new ProviderError(4902, `Unrecognized chain ID "${id}". Try adding the chain first.`)
export const unsupported = (method: string) => new ProviderError(4200, `The Test wallet does not support ${method}.`)
