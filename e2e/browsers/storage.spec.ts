import { type Hex, verifyMessage } from 'viem'
import { loginByEmail } from './login.ts'
import { type Screen, type Visit, visitOf } from './screen.ts'
import { expect, test } from './test.ts'

/* Browsers that keep nothing for frames of other sites, or nothing at all after the window. */

/** Whether a document may take a lock. Serialised. */
const locks = async () => {
  try {
    return await navigator.locks.request('browsers', () => true)
  } catch {
    return false
  }
}

type Heard = { readonly heard: unknown[] }

/** Listens in a document for what other tabs say. @returns false where the browser refuses. Serialised. */
function listen(): boolean {
  const heard: unknown[] = []
  Object.assign(window, { heard })
  try {
    new BroadcastChannel('browsers').onmessage = ({ data }) => void heard.push(data)
    return true
  } catch {
    return false
  }
}

/** Whether a document hears the same document of another tab. Either it may not listen, or it has to hear: silence fails. */
async function messages(from: Screen, to: Screen): Promise<boolean> {
  if (!(await to.evaluate(listen))) return false
  await from.evaluate(() => new BroadcastChannel('browsers').postMessage('hello'))
  await expect.poll(() => to.evaluate(() => (window as unknown as Heard).heard)).toEqual(['hello'])
  return true
}

/** Loads the dialog behind the page, and waits until it is there. */
async function preload(visit: Visit): Promise<void> {
  await visit.page.evaluate(() => window.host.modal.preload())
  await visit.until(async () => (await visit.state()).ready, 'the frame is up').toBe(true)
}

for (const storage of ['denied', 'private'] as const)
  test(`behavior: with storage ${storage}: an e-mail login signs, and a reload never shows another wallet`, async ({
    startEngine,
    hosts,
    site,
    server,
  }) => {
    const engine = await startEngine(storage)
    const [tab] = await engine.tabs()
    if (!tab) throw new Error('The browser has no tab.')
    test.info().annotations.push({ type: 'engine', description: `${engine.name} ${engine.version}` })
    const visit = visitOf(engine, tab)
    await visit.open(hosts.url(site, 'script'))
    await visit.page.click({ role: 'button', name: 'Connect wallet' })
    const email = await loginByEmail(engine, visit, server)
    const [address = '0x'] = await visit.accounts()
    const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
    await visit.consent(/Hello/)
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing()).result as Hex })).toBe(true)
    await visit.reload()
    await preload(visit)
    const after = await visit.accounts()
    test.info().annotations.push({ type: 'after a reload', description: after.length ? 'still signed in' : 'signed out' })
    expect([[], [address]]).toContainEqual(after)
    if (storage === 'denied') {
      const other = visitOf(engine, await engine.newTab())
      await other.open(hosts.url(site, 'script'))
      await preload(other)
      const has = { locks: await visit.dialog.evaluate(locks), 'messages between tabs': await messages(other.dialog, visit.dialog) }
      for (const [type, is] of Object.entries(has)) test.info().annotations.push({ type, description: is ? 'yes' : 'no' })
      await other.tab.close()
      await visit.tab.toFront()
    }
    if (after.length) return
    await visit.page.click({ role: 'button', name: 'Connect wallet' })
    await loginByEmail(engine, visit, server, email)
    expect(await visit.accounts()).toEqual([address])
  })
