import type { PlaygroundConfig } from '../config.js'
import type { Modal } from './modal.js'

/**
 * Adds the script tag that a customer would write into the page. It is added at run time because only the server knows where the dialog lives.
 *
 * @throws Error when the script cannot be loaded, or is not what it should be
 */
export function loadSdk(config: PlaygroundConfig, root: Document = document): Promise<Modal> {
  return new Promise((resolve, reject) => {
    const script = root.createElement('script')
    script.src = `${config.dialog}/sdk.js`
    script.dataset.projectId = config.projectId
    script.dataset.name = 'Latchkey'
    script.onload = () => {
      const { Modal: modal } = window as unknown as { Modal?: Modal }
      if (modal) resolve(modal)
      else reject(new Error(`${script.src} did not define window.Modal`))
    }
    script.onerror = () => reject(new Error(`${script.src} could not be loaded`))
    root.head.append(script)
  })
}
