/** What a wallet may answer instead of a result. Plain objects: it crosses from Node into the page. */
export type Fault = { readonly code: number; readonly message: string; readonly data?: unknown }

export const faults = {
  rejected: { code: 4001, message: 'User rejected the request.' },
  busy: { code: -32002, message: 'Request of type "wallet_requestPermissions" already pending. Please wait.' },
  unauthorized: { code: 4100, message: 'The requested account and/or method has not been authorized by the user.' },
  unsupported: { code: 4200, message: 'The requested method is not supported by this wallet.' },
  disconnected: { code: 4900, message: 'The provider is disconnected from all chains.' },
  chainDisconnected: { code: 4901, message: 'The provider is disconnected from the specified chain.' },
  chainMissing: { code: 4902, message: 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.' },
  internal: { code: -32603, message: 'It closed before answering.', data: { ref: '7c1e-40d2' } },
} as const satisfies Record<string, Fault>
