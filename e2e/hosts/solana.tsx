import {
  type Address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getWalletAccountFeature,
  getWalletFeature,
  type UiWallet,
  type UiWalletAccount,
  useConnect,
  useDisconnect,
  useWallets,
} from '@wallet-standard/react'
import {
  getWalletAccountForUiWalletAccount_DO_NOT_USE_OR_YOU_WILL_BE_FIRED as accountOf,
  getOrCreateUiWalletAccountForStandardWalletAccount_DO_NOT_USE_OR_YOU_WILL_BE_FIRED as handleOf,
  getWalletForHandle_DO_NOT_USE_OR_YOU_WILL_BE_FIRED as walletOf,
} from '@wallet-standard/ui-registry'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { chains } from './config.js'

/* A Solana page as its author would write it: React, the Wallet Standard's hooks and kit. It knows nothing of us but the script tag. */

const chain = 'solana:localnet'
const lamports = 5_000_000n
const [, url = ''] = chains.find(([id]) => id.startsWith('solana:')) ?? []
const rpc = createSolanaRpc(url)

type Feature<Output> = Readonly<Record<string, (...inputs: object[]) => Promise<readonly Output[]>>>
const call = <Output,>(feature: unknown, method: string, input: object) =>
  (feature as Feature<Output>)[method]?.(input).then(([output]) => output)

async function transfer(from: Address, to: Address): Promise<Uint8Array> {
  const { value: latest } = await rpc.getLatestBlockhash().send()
  const source = createNoopSigner(from)
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(from, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ ...latest, blockhash: blockhash(latest.blockhash) }, paid),
    (dated) => appendTransactionMessageInstruction(getTransferSolInstruction({ source, destination: to, amount: lamports }), dated),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function Account({ wallet, account }: { readonly wallet: UiWallet; readonly account: UiWalletAccount }) {
  const [, disconnect] = useDisconnect(wallet)
  const [said, say] = useState('')
  const run = (work: () => Promise<string>) => () => void work().then(say, (error: Error) => say(error.message))
  const own = accountOf(account)
  const message = new TextEncoder().encode('Hello from React')
  return (
    <>
      <p id="account">{account.address}</p>
      <button
        type="button"
        onClick={run(async () => {
          const output = await call<{ signature: Uint8Array }>(getWalletAccountFeature(account, 'solana:signMessage'), 'signMessage', {
            account: own,
            message,
          })
          return `signed ${hex(output?.signature ?? new Uint8Array())}`
        })}
      >
        Sign
      </button>
      <button
        type="button"
        onClick={run(async () => {
          const transaction = await transfer(account.address as Address, account.address as Address)
          const feature = getWalletAccountFeature(account, 'solana:signAndSendTransaction')
          const output = await call<{ signature: Uint8Array }>(feature, 'signAndSendTransaction', { account: own, chain, transaction })
          return `sent ${hex(output?.signature ?? new Uint8Array())}`
        })}
      >
        Send
      </button>
      <button type="button" onClick={run(() => disconnect().then(() => 'left'))}>
        Leave
      </button>
      <p id="said">{said}</p>
    </>
  )
}

function Wallet({ wallet, onAccount }: { readonly wallet: UiWallet; readonly onAccount: (account: UiWalletAccount) => void }) {
  const [, connect] = useConnect(wallet)
  async function signIn() {
    const output = await call<{ account: Parameters<typeof handleOf>[1]; signedMessage: Uint8Array }>(
      getWalletFeature(wallet, 'solana:signIn'),
      'signIn',
      { statement: 'Welcome to Meadow' },
    )
    if (output) onAccount(handleOf(walletOf(wallet), output.account))
    document.title = new TextDecoder().decode(output?.signedMessage)
  }
  return (
    <li>
      {wallet.name}
      <button
        type="button"
        onClick={() =>
          void connect().then(
            ([account]) => account && onAccount(account),
            () => {},
          )
        }
      >
        Connect {wallet.name}
      </button>
      <button type="button" onClick={() => void signIn()}>
        Sign in with {wallet.name}
      </button>
    </li>
  )
}

function App() {
  const wallets = useWallets().filter((wallet) => wallet.chains.includes(chain) && wallet.features.includes('standard:connect'))
  const [chosen, choose] = useState<{ name: string; address: string }>()
  const wallet = wallets.find(({ name }) => name === chosen?.name)
  const account = wallet?.accounts.find(({ address }) => address === chosen?.address)
  return (
    <>
      <ul>
        {wallets.map((each) => (
          <Wallet key={each.name} wallet={each} onAccount={({ address }) => choose({ name: each.name, address })} />
        ))}
      </ul>
      {wallet && account && <Account wallet={wallet} account={account} />}
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
