import { createPageModal } from './createPageModal.js'
import { createServerModal } from './createServerModal.js'
import { registry } from './registry.js'
import type { Modal, ModalOptions } from './types.js'

/**
 * Creates the modal of a project, or returns the one there is for this `projectId` and `dialogUrl` (also the script's `window.Modal`).
 * Safe to import and to call on a server, where it stays disconnected.
 *
 * @param options see docs/options.md. What is wrong in them is named in the console and left out
 * @throws ModalError 4200 for `siwx.required`, which this version cannot enforce
 * @example const modal = createModal({ projectId: 'shop', dialogUrl: 'https://dialog.example.com' })
 */
export function createModal(options: ModalOptions): Modal {
  // Untyped pages may give none.
  options ??= {} as ModalOptions
  if (typeof document !== 'undefined') return createPageModal(options)
  const { instances } = registry()
  const key = `${options.projectId} ${options.dialogUrl}`
  const modal = instances.get(key) ?? createServerModal()
  instances.set(key, modal)
  return modal
}
