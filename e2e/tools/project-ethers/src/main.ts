import { createModal } from '@latchkey/sdk'
import { base, solana } from '@latchkey/sdk/networks'
import { BrowserProvider } from 'ethers'

const { VITE_PROJECT_ID: projectId, VITE_DIALOG_URL: dialogUrl } = import.meta.env

const modal = createModal({ projectId, dialogUrl, networks: [base, solana] })
const ethereum = new BrowserProvider(modal.provider('eip155'))

export const signMessage = async (message: string) => (await ethereum.getSigner()).signMessage(message)
