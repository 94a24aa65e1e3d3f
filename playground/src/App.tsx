import { useEffect, useMemo, useState } from 'react'
import { ConnectCard } from './cards/ConnectCard.js'
import { Money } from './cards/Money.js'
import { SendBatch } from './cards/SendBatch.js'
import { SendTransaction } from './cards/SendTransaction.js'
import { SignInCard } from './cards/SignInCard.js'
import { SignMessage } from './cards/SignMessage.js'
import { SignTypedData } from './cards/SignTypedData.js'
import { SwitchNetwork } from './cards/SwitchNetwork.js'
import { TestCoins } from './cards/TestCoins.js'
import { TestWalletCard } from './cards/TestWalletCard.js'
import type { PlaygroundConfig } from './config.js'
import { FamilyCard } from './families/FamilyCard.js'
import { familyCards } from './families/families.js'
import { loggedProvider } from './log/loggedProvider.js'
import { CodePanel } from './panels/CodePanel.js'
import { EventLog } from './panels/EventLog.js'
import { SidePanel } from './panels/SidePanel.js'
import { StatePanel } from './panels/StatePanel.js'
import { followTheme } from './parts/followTheme.js'
import { Header } from './parts/Header.js'
import { type Locale, localePreference, type Theme, themePreference } from './parts/preferences.js'
import { Tour } from './parts/Tour.js'
import { mainJob, useTour } from './parts/useTour.js'
import type { Modal } from './sdk/modal.js'
import { evmAddress, useModalState } from './sdk/useModal.js'
import type { LocalChain } from './testWallet/chains.js'
import type { TestWallet } from './testWallet/testWallet.js'

export type AppProps = {
  readonly config: PlaygroundConfig
  readonly modal: Modal
  /** Only on development servers. */
  readonly testWallet: { readonly wallet: TestWallet; readonly chains: readonly LocalChain[] } | null
}

/** The wallet that a login opens. */
const embeddedId = 'auth'

export function App({ config, modal, testWallet }: AppProps) {
  const state = useModalState(modal)
  const provider = useMemo(() => loggedProvider(modal.provider('eip155')), [modal])
  const [done, mark] = useTour(state)
  const [theme, setTheme] = useState(themePreference.read)
  const [locale, setLocale] = useState(localePreference.read)
  const address = evmAddress(state)
  const isEmbedded = state.wallets?.eip155?.id === embeddedId
  const families = familyCards(config.chains)

  useEffect(() => followTheme(theme), [theme])
  useEffect(() => modal.setTheme({ themeMode: theme }), [modal, theme])
  useEffect(() => modal.setLocale(locale), [modal, locale])

  const chooseTheme = (value: Theme) => {
    themePreference.write(value)
    setTheme(value)
  }
  const chooseLocale = (value: Locale) => {
    localePreference.write(value)
    setLocale(value)
  }

  return (
    <>
      <Header theme={theme} locale={locale} onTheme={chooseTheme} onLocale={chooseLocale} />
      <main>
        <div className="hero">
          <h1>A wallet dialog that you host yourself</h1>
          <p className="lead">
            This page stands for any site: it loads one script from another origin. Below is everything it can do with a visitor’s wallet.
          </p>
          <Tour steps={mainJob} done={done} />
        </div>
        <div className="columns">
          <div className="cards">
            <ConnectCard modal={modal} state={state} onDisconnected={() => mark('Disconnect')} />
            <SignInCard modal={modal} state={state} />
            {address ? (
              <>
                <SignMessage address={address} provider={provider} onDone={() => mark('Sign')} />
                <SignTypedData address={address} provider={provider} onDone={() => mark('Sign')} />
                {isEmbedded && testWallet ? <TestCoins address={address} provider={provider} chains={testWallet.chains} /> : null}
                <SendTransaction address={address} provider={provider} onDone={() => mark('Send')} />
                {isEmbedded ? <SendBatch address={address} provider={provider} onDone={() => mark('Send')} /> : null}
                {state.activeNamespace === 'eip155' && state.selectedNetworkId ? (
                  <Money modal={modal} address={address} provider={provider} networkId={state.selectedNetworkId} />
                ) : null}
                <SwitchNetwork
                  modal={modal}
                  state={state}
                  chains={config.chains.filter(({ caipNetworkId }) => caipNetworkId.startsWith('eip155:'))}
                />
              </>
            ) : null}
            {testWallet ? <TestWalletCard wallet={testWallet.wallet} chains={testWallet.chains} /> : null}
            {families.length > 0 ? (
              <div className="more">
                <h2>Other chain families</h2>
                <p className="muted">
                  {testWallet ? 'Each has a test wallet of its own in this page, with a published key. ' : ''}They stay connected side by
                  side: disconnecting one leaves the others alone.
                </p>
              </div>
            ) : null}
            {families.map((family) => (
              <FamilyCard key={family.namespace} family={family} modal={modal} state={state} config={config} />
            ))}
          </div>
          <SidePanel
            tabs={[
              { name: 'State', content: <StatePanel state={state} /> },
              { name: 'Events', content: <EventLog /> },
              { name: 'Code', content: <CodePanel config={config} /> },
            ]}
          />
        </div>
      </main>
    </>
  )
}
