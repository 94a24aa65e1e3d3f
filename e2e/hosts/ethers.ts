import { createModal } from '@latchkey/sdk'
import { BrowserProvider } from 'ethers'
import { config } from './config.js'
import { watch } from './watch.js'

const modal = createModal(config)
watch(modal)

/** ethers on our provider and nothing else; 'any' follows the wallet from network to network. */
const provider = new BrowserProvider(modal.provider('eip155'), 'any')

const library = {
  connect: async () => (await provider.getSigner()).address,
  switchChain: (chainId: number) => provider.send('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }]),
  chainId: async () => Number((await provider.getNetwork()).chainId),
}

export type EthersLibrary = typeof library
Object.assign(window, { library })
