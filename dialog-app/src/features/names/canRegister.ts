import { useEffect, useState } from 'react'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { loadedNamespace, loadNamespace } from '../../namespaces/registry.js'
import { sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'

/** Whether the active account can have a name here: the server has a zone, and the account's family has names. */
export function useCanRegister(): boolean {
  const dialog = useDialog()
  const hasZone = useDialogStore(settingsStore, ({ boot }) => Boolean(boot?.nameZones?.length))
  const namespace = useDialogStore(sessionStore, ({ activeNamespace }) => activeNamespace)
  const [, setLoaded] = useState<string>()
  useEffect(() => {
    if (!hasZone || !namespace) return
    loadNamespace(dialog, namespace).then(
      ({ id }) => setLoaded(id),
      // Offered when its code is here.
      () => {},
    )
  }, [dialog, hasZone, namespace])
  return hasZone && namespace !== null && loadedNamespace(dialog, namespace)?.registerNames !== undefined
}
