import { useId, useState } from 'react'
import { type Signed, signMessage } from '../actions/requests.js'
import { useAction } from '../actions/useAction.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { Outcome } from '../parts/Outcome.js'
import { SignedFacts } from '../parts/SignedFacts.js'
import type { AccountCardProps } from './accountCard.js'

export function SignMessage({ address, provider, onDone }: AccountCardProps) {
  const id = useId()
  const [message, setMessage] = useState('Hello from the playground')
  const [state, start] = useAction<Signed>()
  const sign = () =>
    start(async () => {
      const signed = await signMessage(provider, address, message)
      onDone()
      return signed
    })
  return (
    <Card title="Sign a message" hint="personal_sign: free, nothing goes to a chain.">
      <div className="field">
        <label htmlFor={id}>Message</label>
        <input id={id} value={message} onChange={(event) => setMessage(event.target.value)} autoComplete="off" />
      </div>
      <Button onClick={sign} busy={state.status === 'running'}>
        Sign message
      </Button>
      <Outcome state={state}>{(signed) => <SignedFacts signed={signed} />}</Outcome>
    </Card>
  )
}
