import type { Dialog } from '../../lib/dialog.js'
import { currentConnection } from '../../state/session.js'

/** Whether the active account is a contract (ERC-4337): another one may pay for what it sends. */
export const isContractAccount = (dialog: Dialog): boolean => currentConnection(dialog)?.accounts[0]?.type === 'smartAccount'
