import { type Dialog, perDialog } from '../../lib/dialog.js'

/** What one dialog keeps here. */
type Own = {
  loading: Promise<typeof import('./sessionRuntime.js')> | undefined
}

const kept = perDialog((): Own => ({ loading: undefined }))

/**
 * What follows live connections; fetched once.
 *
 * @throws what `import()` throws; the next call tries again
 */
export function loadSessionRuntime(dialog: Dialog): Promise<typeof import('./sessionRuntime.js')> {
  const own = kept(dialog)
  own.loading ??= import('./sessionRuntime.js')
  own.loading.catch(() => {
    own.loading = undefined
  })
  return own.loading
}
