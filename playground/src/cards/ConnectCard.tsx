import { useAction } from '../actions/useAction.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { shortAddress } from '../parts/format.js'
import { Outcome } from '../parts/Outcome.js'
import type { Modal, ModalState } from '../sdk/modal.js'
import { evmAddress } from '../sdk/useModal.js'

type ConnectCardProps = { readonly modal: Modal; readonly state: ModalState; readonly onDisconnected: () => void }

const words: Record<ModalState['status'], string> = {
  disconnected: 'Not connected',
  connecting: 'Connecting…',
  reconnecting: 'Welcome back, reconnecting…',
  connected: 'Connected',
}

/** The button that a customer's page has, and what it knows about the visitor. */
export function ConnectCard({ modal, state, onDisconnected }: ConnectCardProps) {
  const address = evmAddress(state)
  // Another chain family may be connected without this one.
  const status = state.status === 'connected' && !address ? 'disconnected' : state.status
  const wallet = state.wallets?.eip155 ?? state.wallet
  const [action, start] = useAction<null>()
  const open = (wallet?: string) =>
    start(async () => {
      await modal.open({ namespace: 'eip155', ...(wallet && { wallet }) })
      return null
    })
  const leave = () =>
    start(async () => {
      await modal.disconnect('eip155')
      onDisconnected()
      return null
    })
  return (
    <Card title="Connect" hint="The dialog comes from an origin of its own. This page never sees a key.">
      <p className={`status ${status}`}>
        <span className="dot" aria-hidden="true" />
        <span>{words[status]}</span>
        {address ? <code title={address}>{shortAddress(address)}</code> : null}
        {address && wallet ? <span className="muted">with {wallet.name}</span> : null}
      </p>
      <div className="buttons">
        <Button kind="primary" onClick={() => open()}>
          {address ? 'Open account' : 'Connect wallet'}
        </Button>
        {address ? <Button onClick={leave}>Disconnect</Button> : <Button onClick={() => open('walletConnect')}>Mobile wallet</Button>}
      </div>
      {action.status === 'failed' ? <Outcome state={action}>{() => null}</Outcome> : null}
    </Card>
  )
}
