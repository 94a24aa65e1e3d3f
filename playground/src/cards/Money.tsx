import { parseEther } from 'viem'
import { readBalance } from '../actions/requests.js'
import { useAction } from '../actions/useAction.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { Outcome } from '../parts/Outcome.js'
import { type Steps, Tour } from '../parts/Tour.js'
import { useSteps } from '../parts/useSteps.js'
import type { Modal, Provider } from '../sdk/modal.js'

const money = {
  label: 'Money, step by step',
  hints: {
    'Get coins': 'Buy some in the sandbox: its checkout is a page of this server, its coins are real ones of the local chain.',
    Send: 'Send a little of it to somebody: the dialog opens with the transfer filled in.',
    Swap: 'Swap some for another token, on pools of the local chain.',
    Name: 'Register a name: the dialog, and anybody with viem, then knows your address by it.',
  },
  finished: 'All done. Look at Activity in the account: everything is there.',
} as const satisfies Steps<string>
type Step = keyof (typeof money)['hints']

/** The fourth account of the development mnemonic. */
const recipient = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

type MoneyProps = {
  readonly modal: Modal
  readonly address: `0x${string}`
  readonly provider: Provider
  readonly networkId: string
}

/** The views about money, as any page opens them. */
export function Money({ modal, address, provider, networkId }: MoneyProps) {
  const [done, mark] = useSteps<Step>('playground-money', money)
  const [state, start] = useAction<string>()

  /** Opens a view, and tells which views were seen until the dialog closed. */
  const watch = async (view: string): Promise<ReadonlySet<string>> => {
    const seen = new Set<string>()
    const stop = modal.on('view', (name) => seen.add(String(name)))
    try {
      await modal.open({ view })
    } finally {
      stop()
    }
    return seen
  }
  /** The same, with the coins before and after. */
  const compare = async (view: string) => {
    const before = await readBalance(provider, address)
    await watch(view)
    const after = await readBalance(provider, address)
    const grown = parseEther(after) - parseEther(before)
    return { grown, text: grown === 0n ? `Still ${after} ETH` : `It had ${before} ETH, and has ${after} ETH` }
  }
  const buy = () =>
    start(async () => {
      const { grown, text } = await compare('OnRamp')
      if (grown > 0n) mark('Get coins')
      return text
    })
  const send = () =>
    start(async () => {
      const hash = await modal.open({ view: 'WalletSend', token: networkId, amount: '0.01', recipient })
      mark('Send')
      return `Sent: ${String(hash)}`
    })
  const swap = () =>
    start(async () => {
      const { grown, text } = await compare('Swap')
      if (grown !== 0n) mark('Swap')
      return text
    })
  const name = () =>
    start(async () => {
      const isRegistered = (await watch('RegisterAccountName')).has('RegisterAccountNameSuccess')
      if (isRegistered) mark('Name')
      return isRegistered ? 'Registered' : 'No name was registered'
    })
  const busy = state.status === 'running'
  return (
    <Card title="Money" hint="Each button opens a view of the dialog. Nothing here needs a key, a vendor or real money.">
      <Tour steps={money} done={done} />
      <div className="buttons">
        <Button onClick={buy} busy={busy}>
          Buy coins
        </Button>
        <Button onClick={send} busy={busy}>
          Send 0.01 ETH
        </Button>
        <Button onClick={swap} busy={busy}>
          Swap
        </Button>
        <Button onClick={name} busy={busy}>
          Register a name
        </Button>
      </div>
      <Outcome state={state}>{(text) => <p className="passed">{text}</p>}</Outcome>
    </Card>
  )
}
