import { useDialogStore } from '../lib/useDialog.js'

import { liveStore } from './live.js'

/** One polite region and one assertive one for the whole dialog. */
export function LiveRegions() {
  const { polite, assertive } = useDialogStore(liveStore)
  return (
    <div className="visually-hidden">
      <p role="status">{polite}</p>
      <p role="alert">{assertive}</p>
    </div>
  )
}
