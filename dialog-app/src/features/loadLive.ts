let loading: Promise<typeof import('./live.js')> | undefined

/**
 * What follows live connections; fetched once.
 *
 * @throws what `import()` throws; the next call tries again
 */
export function loadLive(): Promise<typeof import('./live.js')> {
  loading ??= import('./live.js')
  loading.catch(() => {
    loading = undefined
  })
  return loading
}
