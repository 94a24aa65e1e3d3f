/*
 * What the connector fetches when it needs a modal. A file of its own: fetched by its own name, `createModal.ts` would need a helper of the bundler's,
 * which may put that into a chunk that is not to be fetched yet.
 */
export { createModal } from '../createModal.js'
