import { awaitReceipt, readBalance } from '../actions/requests.js'
import { useAction } from '../actions/useAction.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { Outcome } from '../parts/Outcome.js'
import type { Provider } from '../sdk/modal.js'
import type { LocalChain } from '../testWallet/chains.js'

type TestCoinsProps = { readonly address: `0x${string}`; readonly provider: Provider; readonly chains: readonly LocalChain[] }

/** 1 coin, in wei. */
const one = '0xde0b6b3a7640000'

/** A new wallet has nothing to send: an account that every local chain funds gives it a coin. */
export function TestCoins({ address, provider, chains }: TestCoinsProps) {
  const [state, start] = useAction<string>()
  const give = () =>
    start(async () => {
      const chainId = Number(await provider.request({ method: 'eth_chainId' }))
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new Error('This is no local chain: its coins are not ours to give.')
      const { accounts, sendTransaction } = await import('../testWallet/signer.js')
      const [giver] = accounts
      if (giver) await awaitReceipt(provider, await sendTransaction(giver, chain, { to: address, value: one }))
      return readBalance(provider, address)
    })
  return (
    <Card title="Test coins" hint="A new wallet is empty. On a local chain coins cost nothing.">
      <Button onClick={give} busy={state.status === 'running'}>
        Get 1 ETH
      </Button>
      <Outcome state={state}>{(balance) => <p className="passed">It has {balance} ETH now</p>}</Outcome>
    </Card>
  )
}
