import type { NamespaceId } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import { readItem } from '../lib/storage.js'

export type LabelsState = { readonly labels: Readonly<Record<string, string>> }

/** The user's own names of accounts. They never leave this browser. */
export const labelsStore = perDialog((dialog) => createStore<LabelsState>(() => ({ labels: readItem(dialog, 'accountLabels') ?? {} })))

/** An account under one name on all networks of its family. */
export const labelKey = (namespace: NamespaceId, address: string) => `${namespace}:${address}`
