import { type Hex, verifyMessage } from 'viem'
import { loginByEmail } from './login.ts'
import { visitOf } from './screen.ts'
import { expect, test } from './test.ts'

/* Browsers that keep nothing for frames of other sites, or nothing at all after the window. */

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
    await visit.page.evaluate(() => window.host.modal.preload())
    await visit.until(async () => (await visit.state()).ready, 'the frame is up').toBe(true)
    const after = await visit.accounts()
    test.info().annotations.push({ type: 'after a reload', description: after.length ? 'still signed in' : 'signed out' })
    expect([[], [address]]).toContainEqual(after)
    if (after.length) return
    await visit.page.click({ role: 'button', name: 'Connect wallet' })
    await loginByEmail(engine, visit, server, email)
    expect(await visit.accounts()).toEqual([address])
  })
