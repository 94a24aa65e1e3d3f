import { type Dialog, perDialog } from '../../lib/dialog.js'

/** What one dialog keeps here. */
type Own = {
  loading: Promise<typeof import('./live.js')> | undefined
}

const kept = perDialog((): Own => ({ loading: undefined }))

/**
 * What follows live connections; fetched once.
 *
 * @throws what `import()` throws; the next call tries again
 */
export function loadLive(dialog: Dialog): Promise<typeof import('./live.js')> {
  const own = kept(dialog)
  own.loading ??= import('./live.js')
  own.loading.catch(() => {
    own.loading = undefined
  })
  return own.loading
}
