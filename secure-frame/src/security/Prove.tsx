import { useEffect, useState } from 'react'
import { t } from '../shell/i18n.js'
import type { Overview } from '../worker/security/contract.js'
import { SecurityContext } from './context.js'
import { type ErrorText, readError } from './errors.js'
import { type AskWallet, askOver } from './link.js'
import { loadSecurityMessages } from './messages.js'
import { StepUp } from './pages/StepUp.js'
import { ErrorNote } from './Screen.js'
import './security.css'

type Props = { readonly openWallet: () => Promise<MessagePort>; readonly onEnd: () => void }
type Ready = { readonly call: AskWallet; readonly overview: Overview }

const nowhere = () => undefined

/** In the window of an approval: the user shows that it is them, before they agree to what outlives the request. */
export function Prove({ openWallet, onEnd }: Props) {
  const [ready, setReady] = useState<Ready | null>(null)
  const [error, setError] = useState<ErrorText | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one channel for one visit of this page
  useEffect(() => {
    const open = async () => {
      await loadSecurityMessages()
      const call = askOver(await openWallet())
      setReady({ call, overview: await call('overview', undefined) })
    }
    open().catch((thrown: unknown) => setError(readError(thrown)))
  }, [])
  if (!ready)
    return (
      <main className="page" data-page="loading" aria-busy={!error}>
        {error ? <ErrorNote error={error} /> : <p className="muted">{t('preparing')}</p>}
        {error ? (
          <button type="button" className="btn-text" onClick={onEnd}>
            {t('security.notNow')}
          </button>
        ) : null}
      </main>
    )
  return (
    <SecurityContext value={{ ...ready, reload: async () => undefined, go: nowhere, back: onEnd, power: async () => undefined }}>
      <StepUp onDone={onEnd} onCancel={onEnd} />
    </SecurityContext>
  )
}
