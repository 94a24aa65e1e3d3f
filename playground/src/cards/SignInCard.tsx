import { useState } from 'react'
import { useAction } from '../actions/useAction.js'
import { Button } from '../parts/Button.js'
import { Card } from '../parts/Card.js'
import { shortAddress } from '../parts/format.js'
import { Facts, Outcome } from '../parts/Outcome.js'
import { Segmented } from '../parts/Segmented.js'
import type { Modal, ModalState } from '../sdk/modal.js'
import { evmAddress } from '../sdk/useModal.js'

const modes = [
  ['off', 'Off'],
  ['optional', 'Optional'],
  ['required', 'Required'],
] as const
type Mode = (typeof modes)[number][0]

const words: Readonly<Record<Mode, string>> = {
  off: 'A connection is enough.',
  optional: 'Whoever is connected may sign in, or not.',
  required: 'Nobody is connected who has not signed in.',
}

/** Signing in with the wallet, which the page wants, allows, or does without, from one moment to the next. */
export function SignInCard({ modal, state }: { readonly modal: Modal; readonly state: ModalState }) {
  const [mode, setMode] = useState<Mode>('off')
  const [action, start] = useAction<string>()
  const signedIn = state.signIns?.eip155
  const choose = (wanted: Mode) => {
    setMode(wanted)
    modal.setOptions({ siwx: wanted === 'off' ? false : { required: wanted === 'required' } })
  }
  const signIn = () =>
    start(async () => {
      await modal.open({ view: 'SIWXSignMessage' })
      return ''
    })
  const leave = () =>
    start(async () => {
      await modal.signOut('eip155')
      return 'Signed out'
    })
  return (
    <Card title="Sign-in" hint="A signed message proves who is there. The server checks it and keeps the session.">
      <Segmented label="Sign-in" options={modes} value={mode} onChange={choose} />
      <p className="muted">{words[mode]}</p>
      {signedIn ? (
        <Facts
          facts={[
            ['Signed in', shortAddress(signedIn.address)],
            ['Network', signedIn.networkId],
            ...(signedIn.expiresAt ? [['Until', new Date(signedIn.expiresAt).toLocaleString()] as const] : []),
          ]}
        />
      ) : null}
      <div className="buttons">
        {signedIn ? <Button onClick={leave}>Sign out</Button> : null}
        {!signedIn && mode === 'optional' && evmAddress(state) ? <Button onClick={signIn}>Sign in</Button> : null}
      </div>
      <Outcome state={action}>{(text) => (text ? <p className="passed">{text}</p> : null)}</Outcome>
    </Card>
  )
}
