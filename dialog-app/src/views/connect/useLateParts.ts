import { useEffect, useState } from 'react'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { loadNextMessages } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { termsStore } from '../../state/terms.js'

type LateParts = typeof import('./lateParts.js').lateParts

/** What one dialog keeps here. */
type Own = {
  here: LateParts | undefined
}

const kept = perDialog((): Own => ({ here: undefined }))

/** Loads the parts of Connect that are not in the shell, and their messages. */
export async function loadLateParts(dialog: Dialog): Promise<void> {
  const [{ lateParts }] = await Promise.all([import('./lateParts.js'), loadNextMessages(dialog)])
  kept(dialog).here = lateParts
}

/**
 * Parts of Connect that few pages need.
 *
 * @param wanted loads them; once loaded they stay
 * @returns undefined until they are loaded, null when that failed. A press that waits for consent loads them again.
 */
export function useLateParts(wanted: boolean): LateParts | null | undefined {
  const dialog = useDialog()
  const [parts, setParts] = useState<LateParts | null | undefined>(kept(dialog).here)
  const refusals = useDialogStore(termsStore, (state) => state.refusals)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and with each refusal that has no box to show it
  useEffect(() => {
    if (wanted && !parts)
      loadLateParts(dialog).then(
        () => setParts(kept(dialog).here),
        () => setParts(null),
      )
  }, [wanted, refusals])
  return wanted ? parts : undefined
}
