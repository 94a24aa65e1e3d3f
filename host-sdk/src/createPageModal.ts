import { createInstance } from './createInstance.js'
import { readDialogUrl } from './dialogOrigin.js'
import { report } from './mistakes/report.js'
import { registry } from './registry.js'
import type { Modal, ModalOptions } from './types.js'
import { withOneSignIn } from './withOneSignIn.js'

/** The options that each modal was created with. */
const given = new WeakMap<Modal, ModalOptions>()

/**
 * The modal of a project and a dialog, in a browser. The same `projectId` and `dialogUrl` twice is the same instance, whichever copy of this
 * SDK is asked: the options of the first call hold.
 *
 * @throws ModalError -32602 for `siwx` and `siweConfig` together, in the options of a later call, too; every other mistake is named in the console and left out
 */
export function createPageModal(options: ModalOptions): Modal {
  const { instances } = registry()
  const { projectId, dialogUrl } = withOneSignIn(options)
  const origin = readDialogUrl(dialogUrl)
  const key = `${projectId} ${origin}`
  const existing = instances.get(key)
  if (existing) {
    report('ignored', options, given.get(existing))
    return existing
  }
  // Written as it should be, and the messages need not be fetched.
  if (!origin || ![origin, `${origin}/`].includes(dialogUrl)) report('dialogUrl', dialogUrl, origin)
  if (!projectId || globalThis.origin === 'null') report('place', projectId)
  const modal = createInstance(options, origin, () => instances.delete(key))
  instances.set(key, modal)
  given.set(modal, options)
  return modal
}
