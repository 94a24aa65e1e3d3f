import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../shell/i18n.js'
import { Note } from '../ui/Note.js'

/** Browsers show their own question at once. Milliseconds. */
const soon = 3_000

/** Where nothing asks the user: why that may be, and the way out. The browser's question lies over it. */
function Silent({ onStop }: { readonly onStop: () => void }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), soon)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <div className="stack" role="status" data-testid="passkey-waits">
      <Note tone="warn" title={t('passkey.silent')} text={t('passkey.silentText')} />
      <button type="button" className="btn soft" onClick={onStop}>
        {t('passkey.stop')}
      </button>
    </div>
  )
}

/**
 * A question for a passkey: the user can stop it, and leaving the page ends it.
 *
 * @returns `during` runs the question; `waiting` is what the page shows meanwhile
 */
export function usePasskey(): { during<Value>(ask: (stop: AbortSignal) => Promise<Value>): Promise<Value>; readonly waiting: ReactNode } {
  const control = useRef<AbortController>(undefined)
  const [asking, setAsking] = useState(false)
  useEffect(() => () => control.current?.abort(), [])
  return {
    async during(ask) {
      const own = new AbortController()
      control.current = own
      setAsking(true)
      try {
        return await ask(own.signal)
      } finally {
        setAsking(false)
      }
    },
    waiting: asking ? <Silent onStop={() => control.current?.abort()} /> : null,
  }
}
