import { createModal } from '@latchkey/sdk'
import { useAccount, useModal } from '@latchkey/sdk/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from './config.js'
import { watch } from './watch.js'

watch(createModal(config))

/** A customer's own component. */
function Connect() {
  const modal = useModal()
  const { isConnected } = useAccount()
  return (
    <button type="button" onClick={() => void modal.open()}>
      {isConnected ? 'Account' : 'Connect wallet'}
    </button>
  )
}

const host = document.createElement('meadow-shop')
const shadow = host.attachShadow({ mode: 'open' })
document.getElementById('root')?.append(host)
createRoot(shadow).render(
  <StrictMode>
    <Connect />
  </StrictMode>,
)
