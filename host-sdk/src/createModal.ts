import { createPageModal } from './createPageModal.js'
import { createServerModal } from './createServerModal.js'
import { registry } from './registry.js'
import type { Modal, ModalOptions } from './types.js'

/**
 * Creates the modal of a project, or returns the one there is for this `projectId` and `dialogUrl` (also the script's `window.Modal`).
 * Safe to import and to call on a server, where it stays disconnected.
 */
export function createModal(options: ModalOptions): Modal {
  if (typeof document !== 'undefined') return createPageModal(options)
  const { instances } = registry()
  const key = `${options.projectId} ${options.dialogUrl}`
  const modal = instances.get(key) ?? createServerModal()
  instances.set(key, modal)
  return modal
}
