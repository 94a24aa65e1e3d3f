import { bootElementId, type SecureBoot } from '@latchkey/protocol'

/**
 * What the server wrote into this document. It is ours: the same server that serves the scripts.
 *
 * @throws Error when it is not there
 */
export function readBoot<Boot = SecureBoot>(): Boot {
  const text = document.getElementById(bootElementId)?.textContent
  if (!text) throw new Error('The document was served without its settings.')
  return JSON.parse(text) as Boot
}
