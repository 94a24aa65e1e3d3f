import { useId, useState } from 'react'
import type { TransactionReceipt } from 'viem'
import { sendTransaction } from '../actions/requests.js'
import { useAction } from '../actions/useAction.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { Facts, Outcome } from '../parts/Outcome.js'
import type { AccountCardProps } from './accountCard.js'

/** The third account of the development mnemonic: somewhere harmless to send to. */
const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

export function SendTransaction({ address, provider, onDone }: AccountCardProps) {
  const [toId, amountId] = [useId(), useId()]
  const [to, setTo] = useState<string>(recipient)
  const [amount, setAmount] = useState('0.01')
  const [state, start] = useAction<TransactionReceipt>()
  const send = () =>
    start(async (note) => {
      const receipt = await sendTransaction(provider, { from: address, to, amount }, () => note('Sent. Waiting for a block…'))
      onDone()
      return receipt
    })
  return (
    <Card title="Send a transaction" hint="eth_sendTransaction: on a local chain, so it costs nothing.">
      <div className="field">
        <label htmlFor={toId}>To</label>
        <input
          id={toId}
          className="mono"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="field">
        <label htmlFor={amountId}>Amount, ETH</label>
        <input id={amountId} inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} autoComplete="off" />
      </div>
      <Button onClick={send} busy={state.status === 'running'}>
        Send transaction
      </Button>
      <Outcome state={state}>
        {(receipt) => (
          <>
            <p className={receipt.status === 'success' ? 'passed' : 'failed'}>
              {receipt.status === 'success' ? `In block ${receipt.blockNumber}` : 'The chain reverted it'}
            </p>
            <Facts
              facts={[
                ['Transaction', <code key="hash">{receipt.transactionHash}</code>],
                ['Gas used', receipt.gasUsed.toString()],
              ]}
            />
          </>
        )}
      </Outcome>
    </Card>
  )
}
