import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { type PlaygroundConfig, readConfig } from './config.js'
import { logEvent } from './log/eventLog.js'
import { followTheme } from './parts/followTheme.js'
import { Notice } from './parts/Notice.js'
import { themePreference } from './parts/preferences.js'
import { loadSdk } from './sdk/loadSdk.js'
import type { Modal } from './sdk/modal.js'
import { localChains } from './testWallet/chains.js'
import './styles/tokens.css'
import './styles/base.css'
import './styles/page.css'
import './styles/panels.css'
import './styles/testWallet.css'

const root = createRoot(document.getElementById('root') as HTMLElement)

/** The Test wallet's code, with its keys, is loaded on development servers only. */
async function startTestWallet(config: PlaygroundConfig) {
  const [first, ...others] = localChains(config.chains)
  if (config.mode !== 'development' || !first) return null
  const [{ createTestWallet }, { announce }] = await Promise.all([import('./testWallet/testWallet.js'), import('./testWallet/announce.js')])
  const chains = [first, ...others] as const
  const wallet = createTestWallet(chains)
  for (const event of ['accountsChanged', 'chainChanged']) wallet.provider.on(event, (data) => logEvent('wallet', event, data))
  announce(wallet)
  return { wallet, chains }
}

/** The same for the other families. */
async function startFamilies(config: PlaygroundConfig) {
  const others = config.chains.some(({ caipNetworkId }) => !caipNetworkId.startsWith('eip155:'))
  if (config.mode !== 'development' || !others) return
  const { startTestWallets } = await import('./families/startTestWallets.js')
  startTestWallets(config.chains)
}

function logModal(modal: Modal) {
  for (const event of ['ready', 'open', 'close', 'view', 'connect', 'disconnect', 'accountsChanged', 'chainChanged', 'error'])
    modal.on(event, (data) => logEvent('dialog', event, data, { failed: event === 'error' }))
}

async function start() {
  followTheme(themePreference.read())()
  const config = readConfig()
  if (!config) {
    root.render(
      <Notice title="This page has no server behind it">
        <p>
          The playground learns where the dialog lives from the server that serves it. Start one with <code>npm start</code> and open the
          address that it prints.
        </p>
      </Notice>,
    )
    return
  }
  try {
    const [testWallet] = await Promise.all([startTestWallet(config), startFamilies(config)])
    const begun = performance.now()
    const modal = await loadSdk(config)
    logEvent('page', 'sdk.js', config.dialog, { took: performance.now() - begun })
    logModal(modal)
    root.render(
      <StrictMode>
        <App config={config} modal={modal} testWallet={testWallet} />
      </StrictMode>,
    )
  } catch (error) {
    root.render(
      <Notice title="The dialog’s script did not load">
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <p>Is the server at {config.dialog} running, and does it allow this page?</p>
      </Notice>,
    )
  }
}

void start()
