// @vitest-environment happy-dom
import { useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { useArmed } from './useArmed.js'

const press = { nativeEvent: { isTrusted: true } as Event }

type Props = { readonly digest: string; readonly tell: (digest: string, accepts: () => boolean) => void }

/** Tells, as soon as it is in the document, which is the earliest moment for a press. */
function Card({ digest, tell }: Props) {
  const { accepts } = useArmed(useRef(null), digest, 'window')
  useLayoutEffect(() => tell(digest, () => accepts(press)))
  return null
}

const root = createRoot(document.createElement('div'))
afterEach(() => root.unmount())

test('behavior: a press never counts for what has only just been painted', async () => {
  const first = new Map<string, boolean>()
  let accepts = () => false
  const tell: Props['tell'] = (digest, ask) => {
    accepts = ask
    if (!first.has(digest)) first.set(digest, ask())
  }
  for (const digest of ['one', 'another']) {
    root.render(<Card digest={digest} tell={tell} />)
    await vi.waitFor(() => expect(first.get(digest)).toBe(false))
    await vi.waitFor(() => expect(accepts()).toBe(true), { timeout: 5_000 })
  }
})
