import { createPageModal } from './createPageModal.js'
import { createServerModal } from './createServerModal.js'
import { registry } from './registry.js'
import type { Modal, ModalOptions } from './types.js'

/**
 * Creates the modal of a project. A second call with the same `projectId` and `dialogUrl` returns the same modal, which is also the script's
 * `window.Modal`. It can be imported and called on a server, where it stays disconnected.
 *
 * @param options see `/docs/options` of your server. A value that an option does not take is left out, and named in the console
 * @returns the modal; the frame is loaded as `options.preload` says
 * @throws ModalError -32602 'Cannot set both `siweConfig` and `siwx` options'
 * @example
 * const modal = createModal({ projectId: 'shop', dialogUrl: 'https://dialog.example.com', networks: ['eip155:1', 'eip155:8453'] })
 * const session = await modal.open() // null when the user closes the dialog
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
