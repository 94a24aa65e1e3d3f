import type { Modal } from '@latchkey/sdk'
import { createModal } from '@latchkey/sdk'
import { config, listed } from './config.js'
import { watch } from './watch.js'

declare global {
  interface Window {
    /** The same project once more, and another project. */
    instances: { readonly again: Modal; readonly other: Modal }
  }
}

watch(createModal(config))
window.instances = { again: createModal({ ...config }), other: createModal({ ...config, projectId: listed }) }
