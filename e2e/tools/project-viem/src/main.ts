import { createModal, type Session } from '@latchkey/sdk'
import { createWalletClient, custom } from 'viem'
import { base, mainnet } from 'viem/chains'

const { VITE_PROJECT_ID: projectId, VITE_DIALOG_URL: dialogUrl } = import.meta.env

const modal = createModal({ projectId, dialogUrl, networks: [mainnet, base], themeMode: 'light' })
const client = createWalletClient({ chain: mainnet, transport: custom(modal.provider('eip155')) })

/** EVM's addresses are viem's. */
export const sign = (session: Session) =>
  session.namespace === 'eip155' ? client.signMessage({ account: session.address, message: 'Hello' }) : undefined
