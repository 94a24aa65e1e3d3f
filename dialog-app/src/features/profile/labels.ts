import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { removeItem, writeItem } from '../../lib/storage.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { labelKey, labelsStore } from '../../state/labels.js'

/** Characters of a name; longer ones are cut. */
export const longestLabel = 32
/** Names that are kept; the oldest goes first. */
const most = 200

/** Gives an account a name of the user's own; an empty one takes it away. */
export function renameAccount(dialog: Dialog, namespace: NamespaceId, address: string, name: string): void {
  const key = labelKey(namespace, address)
  const { [key]: _old, ...others } = labelsStore(dialog).getState().labels
  const label = [...name.trim()].slice(0, longestLabel).join('')
  const labels = Object.fromEntries(Object.entries(label ? { ...others, [key]: label } : others).slice(-most))
  labelsStore(dialog).setState({ labels })
  if (Object.keys(labels).length > 0) writeItem(dialog, 'accountLabels', labels)
  else removeItem(dialog, 'accountLabels')
}

/** The user's own name of an account, if it has one. */
export function useLabel(namespace: NamespaceId | null, address: string): string | undefined {
  return useDialogStore(labelsStore, ({ labels }) => (namespace ? labels[labelKey(namespace, address)] : undefined))
}
