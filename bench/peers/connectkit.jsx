import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ConnectKitProvider, getDefaultConfig, useModal } from 'connectkit'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { OpenButton } from './OpenButton.jsx'

const config = createConfig(
  getDefaultConfig({
    appName: 'Bench',
    walletConnectProjectId: 'bench',
    chains: [mainnet],
    transports: { [mainnet.id]: http('http://127.0.0.1:1') },
  }),
)

function Button() {
  const { setOpen } = useModal()
  return h(OpenButton, { open: () => setOpen(true) })
}

createRoot(document.getElementById('root')).render(
  h(WagmiProvider, { config }, h(QueryClientProvider, { client: new QueryClient() }, h(ConnectKitProvider, null, h(Button)))),
)
