import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { parseEther } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { sendCoin } from '../support/money.ts'
import { chainClient, networkIds } from '../support/server.ts'
import type { Engine } from './driver.ts'
import { loginByEmail } from './login.ts'
import { screenOf, type Visit, type Wanted } from './screen.ts'
import { expect, test } from './test.ts'

/* What one engine offers and another does not, seen from the other way that is taken there. */

type Reads = {
  readonly reads: {
    /** Streams of changes that are open. */
    streams: number
    /** Balances that are asked for without a change are not answered. */
    hold: boolean
  }
}

/** From now on the dialog's stream of changes is seen, and reads that no change led to can be kept waiting. Runs in the dialog. */
function watchReads(): void {
  const reads: Reads['reads'] = { streams: 0, hold: false }
  Object.assign(window, { reads })
  const { fetch: real, EventSource: Real } = window
  window.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
    if (reads.hold && pathname.endsWith('/balance') && !searchParams.has('forceUpdate')) await new Promise(() => undefined)
    return real(input, init)
  }
  window.EventSource = class extends Real {
    constructor(...given: ConstructorParameters<typeof Real>) {
      super(...given)
      if (new URL(given[0], location.href).pathname.endsWith('/changes')) this.addEventListener('open', () => (reads.streams += 1))
    }
  }
}

/** Types what is sent and to whom, and presses the button that says yes. */
async function typeTransfer(engine: Engine, { tab, secure }: Visit, amount: string, recipient: string): Promise<void> {
  const fields = { amount: { css: '[data-testid="typed-amount"]' }, recipient: { css: '[data-testid="typed-recipient"]' } }
  const approve = { css: '[data-testid="approve"]' }
  if (!engine.rest) {
    await secure.fill(fields.amount, amount)
    await secure.fill(fields.recipient, recipient)
    return await secure.click(approve)
  }
  // Each look into the frame would move the focus, and the button would wait anew: all places are found first, and nothing is looked at from the first key on.
  const into = async (field: Wanted, text: string) => [{ move: await secure.place(field) }, 'down', 'up', { type: text }] as const
  const typing = [...(await into(fields.amount, amount)), ...(await into(fields.recipient, recipient))]
  const { x, y } = await secure.toTab(await secure.see(approve))
  await tab.pointer([...typing, { move: { x, y } }, { wait: engine.rest }, 'down', 'up'])
}

test('behavior: the dialog is loaded behind the page once the page is idle, where the browser says when that is and where it does not', async ({
  visit,
  hosts,
  site,
}) => {
  await visit.open(hosts.url(site, 'script', { preload: 'idle' }))
  const tells = await visit.page.evaluate(() => 'requestIdleCallback' in window)
  test.info().annotations.push({ type: 'idle', description: tells ? 'told' : 'not told' })
  await visit.until(async () => (await visit.state()).ready, 'the frame is up, and nobody pressed anything').toBe(true)
})

test('behavior: over a modal dialog of the page’s own, which makes all else inert, ours can be used', async ({
  visit,
  hosts,
  site,
  install,
}) => {
  await install()
  await visit.open(hosts.url(site, 'modal'))
  await visit.page.click({ role: 'button', name: 'Sign in' })
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.shows('Connect')
  await visit.dialog.click({ role: 'button', name: /^Harbor/ })
  await visit.status('connected')
  await visit.closed()
  // The page's own is there as before.
  await visit.page.see({ role: 'button', name: 'Connect wallet' })
})

test('behavior: a page that cuts off every window gets a transfer that is typed in the frame, and nothing else', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  test.setTimeout(240_000)
  await visit.open(hosts.url(`${site}.wild`, 'isolated', { projectId: server.projects.listed }))
  await visit.page.evaluate(() => void window.host.modal.open())
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  const review = { css: '[data-testid="open-window"]' } as const
  /** A request, after two presses that opened no window. */
  const ask = async (method: string, params: readonly unknown[]) => {
    const asked = await visit.request(method, params)
    await visit.shows('ApproveTransaction')
    for (const told of [/The window was blocked/, null]) {
      const before = new Set(await engine.tabs())
      await visit.secure.click(review)
      if (told) await visit.secure.see({ text: told })
      else await visit.secure.gone(review)
      // What it opened has nobody to speak to.
      for (const tab of await engine.tabs()) if (!before.has(tab)) await tab.close()
      await visit.tab.toFront()
    }
    return asked
  }

  const signing = await ask('personal_sign', ['0x48656c6c6f', address])
  await visit.secure.see({ text: /No window of the wallet opens on this site/ })
  expect(await visit.secure.find({ css: '[data-testid="approve"]' })).toEqual([])
  await visit.secure.click({ css: '[data-testid="refused"]' })
  expect(await signing()).toMatchObject({ code: 4200 })
  await visit.closed()
  await sendCoin(server, { network: networkIds.first, to: address, amount: parseEther('1') })
  const friend = mnemonicToAccount(generateMnemonic(english)).address
  const sending = await ask('eth_sendTransaction', [{ from: address, to: friend, value: '0x16345785d8a0000' }])
  await typeTransfer(engine, visit, '0.1', friend.slice(-6))
  expect((await sending()).result).toMatch(/^0x[0-9a-f]{64}$/)
  await visit.closed()
})

test('error: the wallet’s window whose page was loaded again says so, and has no button any more', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.open(hosts.url(`${site}.wild`, 'script', { projectId: server.projects.listed }))
  await visit.page.evaluate(() => void window.host.modal.open())
  await loginByEmail(engine, visit, server)
  const [address = '0x'] = await visit.accounts()
  await visit.request('personal_sign', ['0x48656c6c6f', address])
  await visit.shows('ApproveTransaction')
  const popup = screenOf(await visit.popup(() => visit.secure.click({ css: '[data-testid="open-window"]' })))
  await popup.see({ css: '[data-testid="approve"]' })
  await visit.tab.reload()
  await popup.see({ text: 'Nothing was signed' })
  expect(await popup.find({ css: 'button' })).toEqual([])
})

test('behavior: what arrives for the account is on screen by itself, told by the server', async ({
  visit,
  hosts,
  site,
  install,
  server,
}) => {
  const extension = await install()
  const account = mnemonicToAccount(generateMnemonic(english))
  await extension.selectAccounts([account])
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.dialog.click({ role: 'button', name: /^Harbor/ })
  await visit.status('connected')
  await visit.closed()
  // Nothing that the dialog asks by the clock is answered from the first read on: whatever is shown then was told by the stream.
  await visit.dialog.evaluate(watchReads)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.shows('Account')
  await visit.dialog.see({ text: 'No tokens yet' })
  await visit.until(() => visit.dialog.evaluate(() => (window as unknown as Reads).reads.streams), 'the stream is open').toBe(1)
  await visit.dialog.evaluate(() => void Object.assign((window as unknown as Reads).reads, { hold: true }))
  await sendCoin(server, { network: networkIds.first, to: account.address, amount: parseEther('3') })
  expect(await chainClient(server, chainIds.first).getBalance({ address: account.address })).toBe(parseEther('3'))
  const rows = async () => (await visit.dialog.find({ css: '[data-token]' })).map(({ text }) => text)
  await visit.until(rows, 'the coins are on screen').toEqual([expect.stringMatching(/\bETH 3 ?on Local Chain \$/)])
})
