import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import { resolveLocalhostNames } from '@latchkey/testkit/src/phone/localhostNames.ts'
import type { Page } from '@playwright/test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { verifyMessage } from 'viem'
import { dialogOf } from './support/dialog.ts'
import { networkIds, type Server } from './support/server.ts'
import { expect, stateOf, test } from './support/test.ts'

/* Signing in with the wallet, against the real server: the page learns of an account with its session, and of nothing before. */

resolveLocalhostNames()

const siwx = { required: true }
const signInOf = async (page: Page) => (await stateOf(page)).signIns.eip155
const tokenOf = async (page: Page) => (await signInOf(page))?.token ?? ''

/** Every address that the page was ever told of. */
const seen = (page: Page) =>
  page.evaluate(() => window.host.seen.flatMap(({ name, value }) => (name === 'connect' ? [Object(value).address] : [])))

/** Whether a protected route of a site lets this token in: its server asks ours. */
const meStatus = async ({ api, projectId }: Server, token: string) =>
  (await fetch(`${api}/siwx/me?projectId=${projectId}`, { headers: { authorization: `Bearer ${token}` } })).status

test('behavior: required sign-in with an extension: refused, closed, signed, reloaded, switched, signed out', async ({
  page,
  server,
  hosts,
  install,
  dialog,
  problems,
}) => {
  const harbor = await install()
  await page.goto(hosts.url('signin', 'npm', { siwx, networks: [networkIds.first, networkIds.second] }))
  await page.evaluate(() => {
    const { modal } = window.host
    void Object.assign(window, { opening: modal.open() })
  })

  await test.step('connecting leads to the sign-in, and the page hears of nothing', async () => {
    await dialog.choose('Harbor')
    await dialog.shows('SIWXSignMessage')
    await expect(dialog.button('Close')).toHaveCount(0)
    expect(await stateOf(page)).toMatchObject({ status: 'connecting', accounts: {} })
    await page.keyboard.press('Escape')
    await dialog.shows('SIWXSignMessage')
  })

  await test.step('a refusal says so, and the view stays', async () => {
    harbor.on('personal_sign', faults.rejected)
    await dialog.button('Sign in').click()
    await expect(dialog.frame.getByText('Error signing message').first()).toBeVisible()
    await expect(dialog.heading('You didn’t sign')).toBeVisible()
    expect(await seen(page)).toEqual([])
    harbor.on('personal_sign', 'approve')
  })

  await test.step('signing ends the opening with the account and its session', async () => {
    await dialog.button('Try again').click()
    const session = await page.evaluate(() => (window as unknown as { opening: Promise<unknown> }).opening)
    await dialog.closed()
    expect(session).toMatchObject({ address: accounts[0].address, signIn: { address: accounts[0].address } })
    const signed = await signInOf(page)
    const { origin, host } = new URL(page.url())
    expect(signed?.message).toContain(`${host} wants you to sign in with your Ethereum account:\n${accounts[0].address}`)
    expect(
      await verifyMessage({
        address: accounts[0].address,
        message: signed?.message ?? '',
        signature: (signed?.signature ?? '0x') as `0x${string}`,
      }),
    ).toBe(true)
    const keys = createRemoteJWKSet(new URL(`${server.api}/siwx/jwks.json`))
    const { payload } = await jwtVerify(signed?.token ?? '', keys, { issuer: server.api, audience: origin })
    expect(payload.sub).toBe(`${networkIds.first}:${accounts[0].address}`)
    expect(await meStatus(server, signed?.token ?? '')).toBe(200)
  })

  const persists = test.info().project.name === 'partitioned'
  await test.step('a reload keeps the session where storage lasts, and asks again where it does not', async () => {
    const before = await tokenOf(page)
    await page.reload()
    if (persists) {
      await expect.poll(() => tokenOf(page)).toBe(before)
      return
    }
    await expect.poll(async () => (await stateOf(page)).ready).toBe(true)
    expect((await stateOf(page)).accounts).toEqual({})
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('SIWXSignMessage')
    await dialog.button('Sign in').click()
    await dialog.closed()
  })

  await test.step('another account of the wallet signs for itself', async () => {
    const first = await tokenOf(page)
    await harbor.selectAccounts([accounts[1]])
    await dialog.shows('SIWXSignMessage')
    await expect.poll(async () => (await stateOf(page)).accounts).toEqual({})
    await dialog.button('Sign in').click()
    await dialog.closed()
    await expect.poll(async () => (await signInOf(page))?.address).toBe(accounts[1].address)
    // The first account's session is its own, and stays.
    expect(await meStatus(server, first)).toBe(200)
  })

  await test.step('disconnecting signs out', async () => {
    const token = await tokenOf(page)
    expect(await meStatus(server, token)).toBe(200)
    await page.evaluate(() => window.host.modal.disconnect())
    await expect.poll(() => meStatus(server, token)).toBe(401)
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', accounts: {}, signIns: {} })
  })
  expect(problems).toEqual([])
})

test('behavior: optional sign-in by script tag: the account is there at once, “Not now” keeps it, and the page may ask again', async ({
  page,
  server,
  hosts,
  install,
}) => {
  await install()
  // The page's own script tag has made the first one.
  const dialog = dialogOf(page, 1)
  await page.goto(hosts.url('optional', 'script'))
  await page.evaluate((projectId) => {
    const script = window.Modal as unknown as { createModal(options: object): typeof window.host.modal }
    const modal = script.createModal({ projectId, siwx: { required: false, statement: 'Welcome to Meadow.' } })
    Object.assign(window, { own: modal, opening: modal.open() })
  }, server.projects.families)
  const own = () => page.evaluate(() => (window as unknown as { own: typeof window.host.modal }).own.getState())
  await dialog.choose('Harbor')
  await dialog.shows('SIWXSignMessage')
  expect((await own()).accounts.eip155?.[0]?.address).toBe(accounts[0].address)
  await dialog.button('Not now').click()
  await dialog.closed()
  expect((await own()).signIns).toEqual({})
  await page.evaluate(() => void (window as unknown as { own: typeof window.host.modal }).own.open({ view: 'SIWXSignMessage' }))
  await dialog.shows('SIWXSignMessage')
  await dialog.frame.getByText('What you’ll sign').click()
  await expect(dialog.frame.getByText('Welcome to Meadow.')).toBeVisible()
  await dialog.button('Sign in').click()
  await dialog.closed()
  await expect.poll(async () => (await own()).signIns.eip155?.message).toContain('Welcome to Meadow.')
  await page.evaluate(() => (window as unknown as { own: typeof window.host.modal }).own.signOut())
  expect(await own()).toMatchObject({ status: 'connected', signIns: {} })
})
