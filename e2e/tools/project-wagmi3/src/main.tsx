import { latchkeyConnector } from '@latchkey/sdk/wagmi'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createConfig, http, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const { VITE_PROJECT_ID: projectId, VITE_DIALOG_URL: dialogUrl } = import.meta.env

const config = createConfig({
  chains: [mainnet, base],
  transports: { [mainnet.id]: http(), [base.id]: http() },
  connectors: [latchkeyConnector({ projectId, dialogUrl })],
  multiInjectedProviderDiscovery: false,
})

function Connect() {
  const { address } = useConnection()
  const { mutate: connect } = useConnect()
  return useConnectors().map((connector) => (
    <button type="button" key={connector.uid} onClick={() => connect({ connector })}>
      {address ?? 'Connect wallet'}
    </button>
  ))
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Connect />
      </QueryClientProvider>
    </WagmiProvider>,
  )
