import { createInstance } from './createInstance.js'
import { registry } from './registry.js'
import type { Modal, ModalOptions } from './types.js'

/**
 * The modal of a project and a dialog, in a browser. The same `projectId` and `dialogUrl` twice is the same instance, whichever copy of this
 * SDK is asked: the options of the first call hold.
 */
export function createPageModal(options: ModalOptions): Modal {
  const { instances } = registry()
  const key = `${options.projectId} ${new URL(options.dialogUrl, location.href).origin}`
  const existing = instances.get(key)
  if (existing) return existing
  const modal = createInstance(options, !instances.size, () => instances.delete(key))
  instances.set(key, modal)
  return modal
}
