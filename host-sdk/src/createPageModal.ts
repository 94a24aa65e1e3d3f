import { codes, errors } from '@latchkey/protocol'
import { createInstance } from './createInstance.js'
import { readDialogUrl } from './dialogOrigin.js'
import { report } from './mistakes/report.js'
import { ModalError } from './modalError.js'
import { registry } from './registry.js'
import type { Modal, ModalOptions } from './types.js'

/**
 * The modal of a project and a dialog, in a browser. The same `projectId` and `dialogUrl` twice is the same instance, whichever copy of this
 * SDK is asked: the options of the first call hold.
 *
 * @throws ModalError -32602 for `siwx` and `siweConfig` together; every other mistake is named in the console and left out
 */
export function createPageModal(options: ModalOptions): Modal {
  const { instances } = registry()
  const { projectId, dialogUrl } = options
  const { origin, sound } = readDialogUrl(dialogUrl)
  const key = `${projectId} ${origin}`
  const existing = instances.get(key)
  if (existing) return existing
  if (options.siwx && options.siweConfig) throw new ModalError(codes.invalidParams, errors.siweAndSiwx)
  if (!sound) report('dialogUrl', dialogUrl, origin)
  if (!projectId) report('projectId')
  const modal = createInstance(options, origin, !instances.size, () => instances.delete(key))
  instances.set(key, modal)
  return modal
}
