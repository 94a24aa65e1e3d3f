import type { Page } from '@playwright/test'
import { openMadDialog, sdkUrl, signIn, signing } from './attacks/madDialog.ts'
import { secureOf } from './support/login.ts'
import { newAddress } from './support/mail.ts'
import { expect, test } from './support/test.ts'

/* Windows around the secure frame that are not the dialog: parents, siblings, popups. Each test is named after the rule that it defends. */

/** Everything that somebody who knows the wire could say to a frame of ours: greetings, calls, answers, the wallet window's and the popup's words. */
function forgeries() {
  const approve = { requestId: 'a'.repeat(22), digest: 'b'.repeat(64), answer: 'approve' }
  const penpal = (type: string, more: object = {}) => ({ namespace: 'penpal', channel: undefined, type, participantId: 'zzzz', ...more })
  return [
    ...['SYN', 'ACK1', 'ACK2', 'DESTROY'].map((type) => penpal(type, { methodPaths: [['dispatch']] })),
    penpal('CALL', { id: 'x', methodPath: ['dispatch'], args: ['signOut', {}] }),
    penpal('CALL', { id: 'y', methodPath: ['dispatch'], args: ['decide', approve] }),
    { type: '@app/HELLO', v: 4, frameNonce: 'x', appNonce: 'y' },
    { type: '@w3m-app/SIGN_OUT', id: 'x' },
    { type: 'CALL', id: 2, args: ['decide', approve] },
    { type: 'latchkey:ready' },
    { type: 'latchkey:port', given: { page: 'home' } },
    { type: 'latchkey:social-result', resultUri: 'http://secure.localhost/#flow=x&ticket=y' },
    { type: 'CALL', id: 1, args: ['signOut', {}] },
  ]
}

/** Says all of it to a window, with a channel to answer on. Notes whatever comes back. */
const shout = (page: Page | ReturnType<Page['frames']>[number], to: string) =>
  page.evaluate(
    ([path, messages]) => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      addEventListener('message', ({ data }) => heard.push(data))
      // A path of names and indexes from this window: the target may be anywhere around it.
      const target = path.split('.').reduce<unknown>((at, key) => Reflect.get(Object(at), key), window)
      for (const message of messages) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => heard.push(data)
        ;(target as Window).postMessage(message, '*', [port2])
      }
    },
    [to, forgeries()] as const,
  )
const heardBy = (page: Page | ReturnType<Page['frames']>[number]) => page.evaluate(() => Reflect.get(window, 'heard') as unknown[])

test('error: @once the page around the dialog reaches nothing in it: not by speaking, not by moving its frames', async ({
  page,
  server,
  hosts,
  dialog,
  problems,
  expectProblems,
}) => {
  const blocked = (origin: string, policy: string) =>
    `error: Framing '${origin}/' violates the following Content Security Policy directive: "${policy}". The request has been blocked.\n`
  const attempts = [
    [hosts.url('evil', 'script'), blocked(hosts.origin('evil'), `frame-src ${server.secure}`)],
    [`${server.secure}/approve`, blocked(server.secure, "frame-ancestors 'none'")],
    [sdkUrl(server, 'http://evil.localhost:1'), blocked(server.secure, `frame-ancestors ${server.dialog} http://evil.localhost:1`)],
  ] as const
  expectProblems(...attempts.map(([, problem]) => problem))
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Connect')
  await dialog.frame.getByRole('textbox', { name: 'Email' }).fill(newAddress())
  await dialog.frame.getByRole('textbox', { name: 'Email' }).press('Enter')
  await dialog.shows('EmailVerifyDevice')
  await shout(page, 'frames.0.frames.0')
  await shout(page, 'frames.0')
  for (const [address, problem] of attempts) {
    await page.evaluate((url) => {
      const inner = window.frames[0]?.frames[0]
      if (inner) inner.location.href = url
    }, address)
    await expect.poll(() => problems).toContain(problem)
    await expect.poll(() => page.frames().some((frame) => frame.url() === address)).toBe(false)
  }
  const answered = (await heardBy(page)).filter((message) => JSON.stringify(message)?.includes('penpal') === false)
  expect(answered).toEqual([])
  // It could be sent nowhere but to an error page: what the page gets by that is a wallet that does not answer.
  const where = page.frames().map((frame) => new URL(frame.url()).origin)
  expect(where.filter((origin) => origin.includes('evil'))).toEqual([])
  await expect(secureOf(page).locator('[data-testid="approve"]')).toHaveCount(0)
})

test('error: @once siblings and popups say what they like to the frame; only the dialog is heard', async ({
  page,
  server,
  hosts,
  expectProblems,
}) => {
  expectProblems(
    `error: Framing '${server.secure}/' violates the following Content Security Policy directive: "frame-ancestors ${server.dialog} http://meadow.localhost:4000". The request has been blocked.\n`,
  )
  await openMadDialog(page, server)
  await page.evaluate((url) => window.attack.add('main', url), sdkUrl(server, 'http://meadow.localhost:4000'))
  const { eip155: address = '' } = await signIn(page, server, 'main')
  await page.evaluate((params) => window.attack.begin('pending', 'main', 'rpcRequest', params), signing(address, 'pending'))
  const approve = page.frameLocator('iframe[name="main"]').getByTestId('approve')
  await expect(approve).toHaveAttribute('aria-disabled', 'false')

  const evil = hosts.url('evil', 'script', { preload: 'none' })
  await page.evaluate((src) => {
    const iframe = document.createElement('iframe')
    iframe.name = 'sibling'
    iframe.src = src
    document.body.append(iframe)
    // Framed by somebody who is no dialog, inside a dialog's page.
  }, evil)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.evaluate((url) => void window.open(url, 'latchkey-approve'), evil)])
  const sibling = () => page.frames().find((frame) => frame.name() === 'sibling')
  await expect.poll(() => sibling()?.url()).toBe(evil)
  await popup.waitForLoadState()
  const inner = sibling()
  if (!inner) throw new Error('There is no sibling.')
  for (const [from, to] of [
    [inner, 'parent.frames.main'],
    [popup, 'opener.frames.main'],
  ] as const) {
    await shout(from, to)
    // What it nests itself is not shown: the chain of ancestors is not ours.
    await from.evaluate(
      (src) => {
        const nested = document.createElement('iframe')
        nested.name = 'nested'
        nested.src = src
        document.body.append(nested)
      },
      sdkUrl(server, 'http://meadow.localhost:4000'),
    )
  }
  // A call of the dialog's own comes behind all of it: what was heard before would have had its effect.
  expect(await page.evaluate(() => window.attack.call('main', 'isConnected', {}))).toEqual({ value: { isConnected: true } })
  expect([await heardBy(inner), await heardBy(popup)]).toEqual([[], []])
  expect(await page.evaluate(() => window.attack.settled('pending'))).toBeNull()
  await expect(approve).toHaveAttribute('aria-disabled', 'false')
  const nested = () => [page, popup].flatMap((each) => each.frames().filter((frame) => frame.name() === 'nested'))
  const refused = expect.stringMatching(/^chrome-error:/)
  await expect.poll(() => nested().map((frame) => frame.url())).toEqual([refused, refused])

  // The other kind of page: consent in the wallet's own window. Somebody took the name that it would have had.
  await page.evaluate((url) => window.attack.add('wild', url), sdkUrl(server, 'http://shop.wild.localhost:4000', server.projects.listed))
  const { eip155: other = '' } = await signIn(page, server, 'wild')
  await page.evaluate((params) => window.attack.begin('own', 'wild', 'rpcRequest', params), signing(other, 'in its own window'))
  const open = page.frameLocator('iframe[name="wild"]').getByTestId('open-window')
  await expect(page.frameLocator('iframe[name="wild"]').getByTestId('approve')).toHaveCount(0)
  const [window_] = await Promise.all([page.context().waitForEvent('page'), open.click()])
  expect(window_.url()).toBe(`${server.secure}/approve`)
  expect(popup.url()).toBe(evil)
  await expect(window_.getByText('in its own window')).toBeVisible()
  // Nobody else's window of that address is told anything, and nobody else's answer counts.
  const [stranger] = await Promise.all([
    page.context().waitForEvent('page'),
    popup.evaluate((url) => void Object.assign(window, { theirs: window.open(url) }), `${server.secure}/approve`),
  ])
  await shout(popup, 'theirs')
  await shout(popup, 'opener.frames.wild')
  await expect(stranger.locator('main[data-page="lost"]')).toBeVisible()
  await expect(stranger.getByRole('button')).toHaveCount(0)
  expect(await page.evaluate(() => window.attack.settled('own'))).toBeNull()
  const yes = window_.getByTestId('approve')
  await expect(yes).toHaveAttribute('aria-disabled', 'false')
  await yes.click()
  expect(await page.evaluate(() => window.attack.outcome('own'))).toHaveProperty('value')
})
