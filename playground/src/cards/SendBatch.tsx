import { useId, useState } from 'react'
import { type Batch, readCapabilities, sendBatch } from '../actions/batch.js'
import { useAction } from '../actions/useAction.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { CodeBlock } from '../parts/CodeBlock.js'
import { Facts, Outcome } from '../parts/Outcome.js'
import type { AccountCardProps } from './accountCard.js'

/** The third and fourth account of the development mnemonic. */
const recipients = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x90F79bf6EB2c4f870365E785982E1f101E93b906']

/** EIP-5792. */
const words: Readonly<Record<number, string>> = {
  100: 'Still waiting',
  200: 'Done: every call happened',
  400: 'It never happened',
  500: 'The chain reverted it',
  600: 'Some of it happened',
}

function BatchFacts({ batch: { id, status } }: { readonly batch: Batch }) {
  return (
    <>
      <p className={status.status === 200 ? 'passed' : 'failed'}>{words[status.status] ?? `Status ${status.status}`}</p>
      <Facts
        facts={[
          ['Id', <code key="id">{id}</code>],
          ['All or nothing', status.atomic ? 'Yes' : 'No'],
          ...(status.receipts ?? []).map(
            ({ transactionHash }, index) => [`Transaction ${index + 1}`, <code key={transactionHash}>{transactionHash}</code>] as const,
          ),
        ]}
      />
    </>
  )
}

/** Several calls with one approval, what the account can do, and how far the last batch is (EIP-5792). */
export function SendBatch({ address, provider, onDone }: AccountCardProps) {
  const [amountId, atomicId] = [useId(), useId()]
  const [amount, setAmount] = useState('0.01')
  const [atomic, setAtomic] = useState(false)
  const [capabilities, ask] = useAction<unknown>()
  const [state, start] = useAction<Batch>()
  const send = () =>
    start(async (note) => {
      const batch = await sendBatch(provider, { from: address, to: recipients, amount, atomic }, () => note('Sent. Asking for its status…'))
      onDone()
      return batch
    })
  return (
    <Card title="Send a batch" hint="wallet_sendCalls: two transfers, one approval.">
      <div className="field">
        <label htmlFor={amountId}>Amount to each of two accounts, ETH</label>
        <input id={amountId} inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} autoComplete="off" />
      </div>
      <label htmlFor={atomicId} className="check">
        <input id={atomicId} type="checkbox" checked={atomic} onChange={(event) => setAtomic(event.target.checked)} />
        All or nothing (only smart accounts can)
      </label>
      <div className="buttons">
        <Button onClick={send} busy={state.status === 'running'}>
          Send batch
        </Button>
        <Button onClick={() => ask(() => readCapabilities(provider, address))} busy={capabilities.status === 'running'}>
          What can it do?
        </Button>
      </div>
      <Outcome state={state}>{(batch) => <BatchFacts batch={batch} />}</Outcome>
      <Outcome state={capabilities}>{(value) => <CodeBlock label="Capabilities">{JSON.stringify(value, null, 2)}</CodeBlock>}</Outcome>
    </Card>
  )
}
