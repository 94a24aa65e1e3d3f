import { codes } from '@latchkey/protocol'
import { defineButton } from './button/defineButton.js'
import { createPageModal } from './createPageModal.js'
import { report } from './mistakes/report.js'
import { ModalError } from './modalError.js'
import { readDataset } from './readDataset.js'
import { registry } from './registry.js'
import type { Modal, ModalOptions } from './types.js'

/** The tag that this runs from; the build finds it (`build/classicScript.ts`). */
declare const __script: HTMLScriptElement | null
if (!__script)
  throw new ModalError(
    codes.invalidRequest,
    '[latchkey] sdk.js needs a <script src> of its own, where it reads where the dialog is. See /docs/embed#script there',
  )

const base = { projectId: '', dialogUrl: new URL(__script.src).origin }
/** Another instance, or options that an attribute cannot hold; `dialogUrl` may be left out. */
const create = (options: Partial<ModalOptions>): Modal => createPageModal({ ...base, ...options })
const modal = Object.assign(create(readDataset(__script.dataset)), { createModal: create })

const page = globalThis as { Latchkey?: unknown; Modal?: unknown; latchkeyReady?: (modal: Modal) => void }
const { latchkeyReady, Modal: found } = page
/** Either a stub of the page has queued calls, or an earlier script tag of another project has the names and keeps them. */
const isOurs = (value: unknown) => !latchkeyReady && [...registry().instances.values()].some((instance) => instance === value)
if (!isOurs(page.Latchkey)) page.Latchkey = modal
if (!found || latchkeyReady) page.Modal = modal
else if (!isOurs(found)) report('name')
latchkeyReady?.(modal)
delete page.latchkeyReady
defineButton()
