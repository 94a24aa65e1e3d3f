import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { loadLaterMessages } from '../../lib/i18n.js'
import { termsStore } from '../../state/terms.js'

type LateParts = typeof import('./lateParts.js')

let here: LateParts | undefined

/** Brings the parts of Connect that are not in the shell, and their words. */
export async function loadLateParts(): Promise<void> {
  const [parts] = await Promise.all([import('./lateParts.js'), loadLaterMessages()])
  here = parts
}

/**
 * Parts of Connect that few pages need.
 *
 * @param wanted fetch them; once here they stay
 * @returns undefined until they are here, null when they did not come. A tap that waits for consent asks for them again.
 */
export function useLateParts(wanted: boolean): LateParts | null | undefined {
  const [parts, setParts] = useState<LateParts | null | undefined>(here)
  const refusals = useStore(termsStore, (state) => state.refusals)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and with each refusal that has no box to show it
  useEffect(() => {
    if (wanted && !parts)
      loadLateParts().then(
        () => setParts(here),
        () => setParts(null),
      )
  }, [wanted, refusals])
  return wanted ? parts : undefined
}
