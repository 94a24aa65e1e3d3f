import { useEffect, useState } from 'react'
import { useDialog } from '../lib/useDialog.js'
import { copyText } from './copy.js'
import { announce } from './live.js'

/** The tick stays this long (ms). */
const tick = 1_200

/** `byHand`: the clipboard is closed to us, and the text is to be shown for copying by hand. */
export type CopyState = 'idle' | 'copied' | 'byHand'

/**
 * Copies a text. The tick appears only after the clipboard really took it.
 *
 * @param said aloud once it is copied
 */
export function useCopy(text: string, said: string): { readonly state: CopyState; readonly copy: () => Promise<void> } {
  const dialog = useDialog()
  const [state, setState] = useState<CopyState>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), tick)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    const copied = await copyText(text)
    setState(copied ? 'copied' : 'byHand')
    if (copied) announce(dialog, said)
  }
  return { state, copy }
}
