import '@rainbow-me/rainbowkit/styles.css'
import { getDefaultConfig, RainbowKitProvider, useConnectModal } from '@rainbow-me/rainbowkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { http, WagmiProvider } from 'wagmi'
import { OpenButton } from './OpenButton.jsx'

const config = getDefaultConfig({
  appName: 'Bench',
  projectId: 'bench',
  chains: [mainnet],
  transports: { [mainnet.id]: http('http://127.0.0.1:1') },
})

function Button() {
  const { openConnectModal } = useConnectModal()
  return h(OpenButton, { open: openConnectModal })
}

createRoot(document.getElementById('root')).render(
  h(WagmiProvider, { config }, h(QueryClientProvider, { client: new QueryClient() }, h(RainbowKitProvider, null, h(Button)))),
)
