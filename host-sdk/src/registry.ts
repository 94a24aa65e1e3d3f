import type { Modal } from './types.js'

export type Registry = {
  /** By project and dialog, in order of creation. */
  readonly instances: Map<string, Modal>
  /** Providers that we announced: no instance lists them as wallets. */
  readonly own: WeakSet<object>
}

const key = Symbol.for('latchkey')

/** What all copies of this SDK on a page (script and npm build, two bundles) share. */
export function registry(): Registry {
  const page = globalThis as { [key]?: Registry }
  page[key] ??= { instances: new Map(), own: new WeakSet() }
  return page[key]
}

/** The instance that providerless hooks and unnamed openers mean: the first that was created. */
export function firstModal(): Modal | undefined {
  return registry().instances.values().next().value
}

/** The instance of a project; without one, the first. */
export function modalOf(projectId?: string | null): Modal | undefined {
  return projectId ? [...registry().instances].find(([key]) => key.startsWith(`${projectId} `))?.[1] : firstModal()
}

/**
 * Follows a modal that the page may destroy and create again.
 *
 * @returns the modal that has its place (project and dialog) now; itself while there is no other: what was destroyed on purpose is not brought back
 * @example
 * const current = follow(modal)
 * current().open()
 */
export function follow(modal: Modal): () => Modal {
  const { instances } = registry()
  const place = [...instances].find(([, value]) => value === modal)?.[0]
  return () => (place && instances.get(place)) || modal
}
