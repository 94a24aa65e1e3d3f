import type { Prepared } from '../approve/content.js'
import { notAllowed } from '../policy/refusals.js'
import type { SignerContext } from './context.js'

/** Prepares one request of a family's signing methods. */
export type Prepare = (params: unknown, context: SignerContext) => Promise<Prepared>
type Validate = (params: unknown, account: string, chainId: number) => Promise<unknown>

/** `wallet_revokePermissions` ends the connection, which is the dialog's: there is nothing to sign. */
const unsupported: Prepare = async () => {
  throw notAllowed('permissions')
}

const grant = async (): Promise<Prepare> => (await import('./permissions/grant.js')).prepareGrant
const validateGrant: Validate = async (params, account, chainId) =>
  (await import('../policy/permissionParams.js')).permissionParams(params, account, chainId)

/** Each signer is loaded when it is first needed. */
const signers: Readonly<Record<string, () => Promise<Prepare>>> = {
  personal_sign: async () => (await import('./evm/personalSign.js')).preparePersonalSign,
  eth_signTypedData_v4: async () => (await import('./evm/typedData.js')).prepareTypedData,
  eth_sendTransaction: async () => {
    const [plain, smart] = [() => import('./evm/transaction.js'), () => import('./safe/transaction.js')]
    return async (params, context) =>
      context.smart
        ? (await smart()).prepareSmartTransaction(params, context, context.smart)
        : (await plain()).prepareTransaction(params, context)
  },
  wallet_sendCalls: async () => (await import('./calls/sendCalls.js')).prepareSendCalls,
  eth_sendUserOperation: async () => (await import('./safe/userOperation.js')).prepareUserOperation,
  wallet_grantPermissions: grant,
  wallet_requestExecutionPermissions: grant,
  wallet_revokeExecutionPermission: async () => (await import('./permissions/revoke.js')).prepareRevoke,
  solana_signMessage: async () => (await import('./solana/prepare.js')).prepareSolanaMessage,
  solana_signIn: async () => (await import('./solana/signIn.js')).prepareSolanaSignIn,
  solana_signTransaction: async () => {
    const { prepareSolanaTransaction } = await import('./solana/prepare.js')
    return (params, context) => prepareSolanaTransaction(params, context, false)
  },
  solana_signAndSendTransaction: async () => {
    const { prepareSolanaTransaction } = await import('./solana/prepare.js')
    return (params, context) => prepareSolanaTransaction(params, context, true)
  },
  solana_signAllTransactions: async () => (await import('./solana/prepare.js')).prepareSolanaAll,
}

/** The signer of a method. */
export const signerOf = (method: string): Promise<Prepare> =>
  Object.hasOwn(signers, method) ? (signers[method]?.() ?? Promise.resolve(unsupported)) : Promise.resolve(unsupported)

const validators: Readonly<Record<string, Validate>> = {
  personal_sign: async (params, account) => (await import('../policy/evmParams.js')).personalSignParams(params, account),
  eth_signTypedData_v4: async (params, account) => (await import('../policy/evmParams.js')).typedDataParams(params, account),
  eth_sendTransaction: async (params, account, chainId) =>
    (await import('../policy/evmParams.js')).transactionParams(params, account, chainId),
  wallet_sendCalls: async (params, account, chainId) => (await import('../policy/callsParams.js')).callsParams(params, account, chainId),
  eth_sendUserOperation: async (params, account) => (await import('./safe/userOperation.js')).userOperationParams(params, account),
  wallet_grantPermissions: validateGrant,
  wallet_requestExecutionPermissions: validateGrant,
  wallet_revokeExecutionPermission: async (params) => (await import('../policy/permissionParams.js')).revocationParams(params),
  solana_signMessage: async (params, account) => (await import('./solana/prepare.js')).validateMessage(params, account),
  solana_signIn: async (params, account) => (await import('./solana/signIn.js')).validateSignIn(params, account),
  solana_signTransaction: async (params, account) => (await import('./solana/prepare.js')).validateTransactions(params, account),
  solana_signAndSendTransaction: async (params, account) => (await import('./solana/prepare.js')).validateTransactions(params, account),
  solana_signAllTransactions: async (params, account) => (await import('./solana/prepare.js')).validateTransactions(params, account),
}

/**
 * Refuses what no user should be asked: malformed parameters, another account, another chain.
 *
 * @throws RpcError -32602, 4200
 */
export async function validateRequest(method: string, params: unknown, account: string, chainId: number): Promise<void> {
  if (!Object.hasOwn(validators, method)) throw notAllowed('permissions')
  await validators[method]?.(params, account, chainId)
}
