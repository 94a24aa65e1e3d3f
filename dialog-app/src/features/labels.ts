import type { NamespaceId } from '@latchkey/protocol'
import { useStore } from 'zustand'
import { removeItem, writeItem } from '../lib/storage.js'
import { labelKey, labelsStore } from '../state/labels.js'

/** Characters of a name; longer ones are cut. */
export const longestLabel = 32
/** Names that are kept; the oldest goes first. */
const most = 200

/** Gives an account a name of the person's own; an empty one takes it away. */
export function renameAccount(namespace: NamespaceId, address: string, name: string): void {
  const key = labelKey(namespace, address)
  const { [key]: _old, ...others } = labelsStore.getState().labels
  const label = [...name.trim()].slice(0, longestLabel).join('')
  const labels = Object.fromEntries(Object.entries(label ? { ...others, [key]: label } : others).slice(-most))
  labelsStore.setState({ labels })
  if (Object.keys(labels).length > 0) writeItem('accountLabels', labels)
  else removeItem('accountLabels')
}

/** The person's own name of an account, if it has one. */
export function useLabel(namespace: NamespaceId | null, address: string): string | undefined {
  return useStore(labelsStore, ({ labels }) => (namespace ? labels[labelKey(namespace, address)] : undefined))
}
