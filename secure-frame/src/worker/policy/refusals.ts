import { codes, errors, RpcError } from '@latchkey/protocol'

/** The method is not on the list, or its parameters ask for what no approval could make safe. */
export const notAllowed = (why?: string): RpcError =>
  new RpcError(codes.unsupportedMethod, errors.rpcNotAllowed, why === undefined ? {} : { data: { why } })

/** The request is only approved in a window of the wallet's own, and none opens from this page. */
export const noWindow = (): RpcError =>
  new RpcError(
    codes.unsupportedMethod,
    'This request is approved in a window of the wallet only, and no window opens from this page. Cross-Origin-Opener-Policy: same-origin cuts them off; use same-origin-allow-popups.',
    { data: { why: 'window' } },
  )

/** Parameters that have not the method's form. */
export const invalid = (why: string): RpcError => new RpcError(codes.invalidParams, `Invalid params: ${why}`)

export const aborted = (): RpcError => new RpcError(codes.userRejected, errors.requestAborted)
export const rejected = (): RpcError => new RpcError(codes.userRejected, 'User rejected the request')
