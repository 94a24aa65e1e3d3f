import { lock } from '../entry/lock.js'

/**
 * Lets one build run at a time in this checkout: two would empty each other's folders.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<() => Promise<void>>} releases the lock
 */
export const lockBuild = (say) => lock('build', (holder) => say(`Waiting for another build (process ${holder}).`))
