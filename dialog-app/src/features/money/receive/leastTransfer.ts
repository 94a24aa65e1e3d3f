import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../../lib/dialog.js'
import { loadedNamespace } from '../../../namespaces/registry.js'

/** The least of the native coin that can be sent to an account of a chain family, in its smallest unit; undefined where one unit is enough. */
export const leastTransferOf = (dialog: Dialog, namespace: NamespaceId): bigint | undefined =>
  loadedNamespace(dialog, namespace)?.leastTransfer
