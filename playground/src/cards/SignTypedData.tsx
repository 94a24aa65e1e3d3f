import { type Signed, signTypedData } from '../actions/requests.js'
import { useAction } from '../actions/useAction.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { Facts, Outcome } from '../parts/Outcome.js'
import { SignedFacts } from '../parts/SignedFacts.js'
import type { AccountCardProps } from './accountCard.js'

export function SignTypedData({ address, provider, onDone }: AccountCardProps) {
  const [state, start] = useAction<Signed>()
  const sign = () =>
    start(async () => {
      const signed = await signTypedData(provider, address)
      onDone()
      return signed
    })
  return (
    <Card title="Sign an order" hint="eth_signTypedData_v4: the wallet can show what it means.">
      <Facts
        facts={[
          ['Item', 'Brass latchkey'],
          ['Quantity', '1'],
        ]}
      />
      <Button onClick={sign} busy={state.status === 'running'}>
        Sign typed data
      </Button>
      <Outcome state={state}>{(signed) => <SignedFacts signed={signed} />}</Outcome>
    </Card>
  )
}
