import { useAction } from '../actions/useAction.js'
import type { PlaygroundChain } from '../config.js'
import { Card } from '../parts/Card.js'
import { Outcome } from '../parts/Outcome.js'
import type { Modal, ModalState } from '../sdk/modal.js'

type SwitchNetworkProps = {
  readonly modal: Modal
  readonly state: ModalState
  readonly chains: readonly PlaygroundChain[]
}

export function SwitchNetwork({ modal, state, chains }: SwitchNetworkProps) {
  const [action, start] = useAction<string>()
  const choose = (chain: PlaygroundChain) =>
    start(async () => {
      await modal.switchNetwork(chain.caipNetworkId)
      return chain.name
    })
  return (
    <Card title="Switch network" hint="You choose, the wallet decides.">
      <ul className="choices">
        {chains.map((chain) => (
          <li key={chain.caipNetworkId}>
            <button
              type="button"
              className="choice"
              aria-pressed={chain.caipNetworkId === state.selectedNetworkId}
              onClick={() => choose(chain)}
            >
              <span>{chain.name}</span>
              <code>{chain.caipNetworkId}</code>
            </button>
          </li>
        ))}
      </ul>
      <Outcome state={action}>{(name) => <p className="passed">Now on {name}</p>}</Outcome>
    </Card>
  )
}
