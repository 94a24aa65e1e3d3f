import { defineButton } from './button/defineButton.js'
import { createPageModal } from './createPageModal.js'
import type { Modal, ModalOptions } from './types.js'

/** A call that an inline stub kept: `[method, arguments, resolve, reject]`. */
type Queued = readonly [method: string, args: readonly never[], resolve: (value: unknown) => void, reject: (error: unknown) => void]

const script = document.currentScript as HTMLScriptElement
/** `data-theme-mode="dark"` is `themeMode: 'dark'`; an attribute without a value is `true`. */
const scalar = (value?: string) => (value === 'true' || !value ? true : value !== 'false' && value)
const base = { projectId: '', dialogUrl: new URL('.', script.src).href }
/** What the page says about itself has names of its own; an icon is a list with one entry. */
const { name, description, icon, networks, ...rest } = script.dataset
const dataset = {
  ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, scalar(value)])),
  metadata: { name, description, icons: icon && [icon] },
  // CAIP-2 ids, with spaces between them.
  networks: networks?.split(' '),
}

/** Another instance, or options that an attribute cannot hold; `dialogUrl` may be left out. */
const create = (options: Partial<ModalOptions>): Modal => createPageModal({ ...base, ...options })
const modal = Object.assign(create(dataset as Partial<ModalOptions>), { createModal: create })

const page = globalThis as { Modal?: { q?: readonly Queued[] } }
const queued = page.Modal?.q
// A second script tag of another project leaves the first one's name alone.
if (queued || !page.Modal) page.Modal = modal as typeof page.Modal & typeof modal
for (const [method, args, resolve, reject] of queued ?? [])
  new Promise((settle) => settle((modal as unknown as Record<string, (...args: readonly never[]) => unknown>)[method]?.(...args))).then(
    resolve,
    reject,
  )
defineButton()
