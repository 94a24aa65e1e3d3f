import { loginByEmail } from './login.ts'
import { visitOf } from './screen.ts'
import { expect, test } from './test.ts'

test('behavior: on a screen of 400 × 800 px an approval is there whole, and one press refuses it', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.tab.resize(400, 800)
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
  await visit.shows('ApproveTransaction')
  const reject = { role: 'button', name: 'Reject' } as const
  const { x, y } = await visit.secure.place(reject)
  const [width, height] = await visit.page.evaluate(() => [innerWidth, innerHeight] as const)
  expect(x > 0 && x < width && y > 0 && y < height, `${x}, ${y} in ${width} × ${height}`).toBe(true)
  await visit.secure.click(reject)
  expect((await signing()).code).toBe(4001)
  await visit.closed()
})

test('behavior: an approval that waits while the window is turned, and turned back, takes the press', async ({
  startEngine,
  hosts,
  site,
  server,
}) => {
  const engine = await startEngine('default', { realWindow: true })
  const tab = await engine.newTab()
  const visit = visitOf(engine, tab)
  await tab.resize(400, 800)
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  const signing = await visit.request('personal_sign', ['0x48656c6c6f', address])
  await visit.shows('ApproveTransaction')
  const reject = { role: 'button', name: 'Reject' } as const
  await visit.secure.place(reject)
  await tab.resize(800, 600)
  await visit.secure.place(reject)
  await tab.resize(400, 800)
  await visit.secure.click(reject)
  expect((await signing()).code).toBe(4001)
  await visit.closed()
})
