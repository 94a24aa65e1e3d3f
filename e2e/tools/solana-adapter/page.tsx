import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/*
 * A Solana page as most are: React, the wallet adapter and web3.js 1. It knows nothing of us but the script tag. The test's server writes the
 * local chains' addresses into it; `?to=` is who is paid.
 */

const { chains } = JSON.parse(document.getElementById('config')?.textContent ?? '{}') as { readonly chains: readonly [string, string][] }
const [, endpoint = ''] = chains.find(([id]) => id.startsWith('solana:')) ?? []
const lamports = 5_000_000

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function Page() {
  const { connection } = useConnection()
  const { wallets, wallet, publicKey, select, connect, disconnect, signIn, signMessage, sendTransaction } = useWallet()
  const [said, say] = useState('')
  const run = (work: () => Promise<string>) => () => void work().then(say, (error: Error) => say(`${error.name}: ${error.message}`))

  async function enter() {
    const output = await signIn?.({ statement: 'Welcome to Meadow' })
    return output ? `signed in ${hex(output.signedMessage)} ${hex(output.signature)}` : 'This wallet does not sign in.'
  }
  async function sign() {
    const signature = await signMessage?.(new TextEncoder().encode('Hello from the adapter'))
    return signature ? `signed ${hex(signature)}` : 'This wallet does not sign messages.'
  }
  async function send(from: PublicKey) {
    const to = new PublicKey(new URLSearchParams(location.search).get('to') ?? '')
    const transaction = new Transaction().add(SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports }))
    return `sent ${await sendTransaction(transaction, connection)}`
  }

  return (
    <>
      <ul>
        {wallets.map(({ adapter: { name }, readyState }) => (
          <li key={name}>
            <button type="button" onClick={() => select(name)}>
              {name}: {readyState}
            </button>
          </li>
        ))}
      </ul>
      {wallet && (
        <button type="button" onClick={run(() => connect().then(() => 'connected'))}>
          Connect {wallet.adapter.name}
        </button>
      )}
      {publicKey && (
        <>
          <p id="account">{publicKey.toBase58()}</p>
          <button type="button" onClick={run(enter)}>
            Sign in
          </button>
          <button type="button" onClick={run(sign)}>
            Sign a message
          </button>
          <button type="button" onClick={run(() => send(publicKey))}>
            Send
          </button>
          <button type="button" onClick={run(() => disconnect().then(() => 'left'))}>
            Leave
          </button>
        </>
      )}
      <p id="said">{said}</p>
    </>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ConnectionProvider endpoint={endpoint}>
      <WalletProvider wallets={[]}>
        <Page />
      </WalletProvider>
    </ConnectionProvider>,
  )
