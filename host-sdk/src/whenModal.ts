import type { Modal } from './types.js'

/** How often it is looked again, milliseconds. The page's list of modals has no events: copies of this SDK of several versions share it. */
const interval = 250
/** How long a page may take to create the modal of a project until the console says that there is none, milliseconds. */
const timeout = 10_000

/** The modal of a project; without one, the first of the page. */
export type FindModal = (projectId: string | null) => Modal | undefined

/** Not by `report`: a chunk of its own for what two chunks share would be one more request of every dialog. */
function nameMissing(projectId: string): void {
  import('./mistakes/messages.js').then(
    ({ say }) => say('button', projectId),
    () => {},
  )
}

/**
 * Waits for the modal of a project; without one, for the first of the page.
 *
 * @param find given by the caller, for the same reason
 * @param found called once: now, or when the page has created it
 * @returns stop waiting
 */
export function whenModal(projectId: string | null, find: FindModal, found: (modal: Modal) => void): () => void {
  const timer = setInterval(look, interval)
  const notice = projectId ? setTimeout(nameMissing, timeout, projectId) : undefined
  function stop() {
    clearInterval(timer)
    clearTimeout(notice)
  }
  function look() {
    const modal = find(projectId)
    if (!modal) return
    stop()
    found(modal)
  }
  look()
  return stop
}
