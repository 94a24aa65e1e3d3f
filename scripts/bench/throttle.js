/** @import { Page } from '@playwright/test' */

/**
 * Slows the processor of a page and of all frames that it will have, each from its first script on.
 *
 * @param {number} rate 4: four times slower
 */
export async function throttle(/** @type {Page} */ page, rate) {
  if (rate === 1) return
  const session = await page.context().newCDPSession(page)
  const tell = (/** @type {string} */ sessionId, /** @type {string} */ method, /** @type {object} */ params) =>
    session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: 1, method, params }) }).catch(() => {})
  // A frame of another site has a process of its own. It waits until it has been slowed, too.
  session.on('Target.attachedToTarget', async ({ sessionId }) => {
    await tell(sessionId, 'Emulation.setCPUThrottlingRate', { rate })
    await tell(sessionId, 'Runtime.runIfWaitingForDebugger', {})
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false })
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
