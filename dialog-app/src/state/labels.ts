import type { NamespaceId } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { readItem } from '../lib/storage.js'

export type LabelsState = { readonly labels: Readonly<Record<string, string>> }

/** The person's own names of accounts. They never leave this browser. */
export const labelsStore = createStore<LabelsState>(() => ({ labels: readItem('accountLabels') ?? {} }))

/** An account under one name on all networks of its family. */
export const labelKey = (namespace: NamespaceId, address: string) => `${namespace}:${address}`
