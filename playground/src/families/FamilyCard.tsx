import { useId, useState } from 'react'
import { useAction } from '../actions/useAction.js'
import type { PlaygroundConfig } from '../config.js'
import { timed } from '../log/loggedProvider.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { shortAddress } from '../parts/format.js'
import { Facts, Outcome } from '../parts/Outcome.js'
import { Segmented } from '../parts/Segmented.js'
import type { Modal, ModalState } from '../sdk/modal.js'
import type { ActionResult, FamilyActions } from './action.js'
import type { FamilyCardContent } from './card.js'
import { loadActions } from './families.js'

type FamilyCardProps = {
  readonly family: FamilyCardContent
  readonly modal: Modal
  readonly state: ModalState
  readonly config: PlaygroundConfig
}

const kinds: Readonly<Record<string, string>> = { payment: 'Payments', ordinal: 'Ordinals' }

/** One chain family: connect it, sign with it, leave it. The others stay as they are. */
export function FamilyCard({ family, modal, state, config }: FamilyCardProps) {
  const { namespace, title, hint, second } = family
  const id = useId()
  const [message, setMessage] = useState(`Hello ${title}`)
  const [index, setIndex] = useState(0)
  const [opening, open] = useAction<null>()
  const [action, start] = useAction<ActionResult>()
  const accounts = state.accounts[namespace] ?? []
  const account = accounts[index] ?? accounts[0]
  const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId.startsWith(`${namespace}:`))

  const connect = () =>
    open(async () => {
      await modal.open({ namespace })
      return null
    })
  const leave = () =>
    open(async () => {
      await modal.disconnect(namespace)
      return null
    })
  const run =
    (name: string, work: (actions: FamilyActions, context: Parameters<FamilyActions['second']>[0]) => Promise<ActionResult>) => () =>
      start(async (note) => {
        if (!account || !chain) throw new Error('Not connected')
        const actions = await loadActions(namespace)
        return timed(name, () => work(actions, { modal, config, account, chain, note }))
      })

  return (
    <Card title={title} hint={hint}>
      <p className={`status ${account ? 'connected' : 'disconnected'}`}>
        <span className="dot" aria-hidden="true" />
        <span>{account ? 'Connected' : 'Not connected'}</span>
        {account ? <code title={account.address}>{shortAddress(account.address)}</code> : null}
      </p>
      {account && accounts.length > 1 ? (
        <Segmented
          label={`Account of ${title}`}
          options={accounts.map((each, place) => [String(place), kinds[each.type] ?? `Account ${place + 1}`] as const)}
          value={String(accounts.indexOf(account))}
          onChange={(value) => setIndex(Number(value))}
        />
      ) : null}
      {account ? (
        <div className="field">
          <label htmlFor={id}>Message</label>
          <input id={id} value={message} onChange={(event) => setMessage(event.target.value)} autoComplete="off" />
        </div>
      ) : null}
      <div className="buttons">
        {account ? (
          <>
            <Button
              onClick={run(`${namespace} message`, (actions, context) => actions.signMessage(context, message))}
              busy={action.status === 'running'}
            >
              Sign message
            </Button>
            <Button
              onClick={run(`${namespace} transaction`, (actions, context) => actions.second(context))}
              busy={action.status === 'running'}
            >
              {second}
            </Button>
            <Button kind="text" onClick={leave}>
              Disconnect {title}
            </Button>
          </>
        ) : (
          <Button onClick={connect}>Connect {title}</Button>
        )}
      </div>
      {opening.status === 'failed' ? <Outcome state={opening}>{() => null}</Outcome> : null}
      {account ? (
        <Outcome state={action}>
          {({ passed, sentence, facts }) => (
            <>
              <p className={passed ? 'passed' : 'failed'}>{sentence}</p>
              <Facts facts={facts.map(([label, value]) => [label, <code key={label}>{value}</code>] as const)} />
            </>
          )}
        </Outcome>
      ) : null}
    </Card>
  )
}
