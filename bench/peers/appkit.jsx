import { createAppKit } from '@reown/appkit'
import { mainnet } from '@reown/appkit/networks'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { OpenButton } from './OpenButton.jsx'

const { api, projectId } = Object.fromEntries(new URLSearchParams(location.search))
const cloud = 'https://api.web3modal.org'

// Its wallets come from a service of its maker. Here both dialogs ask the same server for the same directory.
const { fetch } = window
window.fetch = (input, init) => fetch(String(input).replace(cloud, api), init)

const modal = createAppKit({
  projectId,
  networks: [mainnet],
  metadata: { name: 'Bench', description: 'Bench', url: location.origin, icons: [] },
  features: { analytics: false, email: false, socials: false, swaps: false, onramp: false },
})

createRoot(document.getElementById('root')).render(h(OpenButton, { open: () => modal.open() }))
