import { secureFrameUrl } from '@latchkey/protocol'
import type { Page } from '@playwright/test'
import { networkIds } from './support/server.ts'
import { expect, test } from './support/test.ts'

/* Who may frame the secure frame, and what it hears from whom. */

/** Opens an address in a tab of its own and answers what the server said. */
async function headersOf(page: Page, url: string): Promise<{ status: number; policy: string }> {
  const answer = await page.goto(url)
  return { status: answer?.status() ?? 0, policy: (await answer?.allHeaders())?.['content-security-policy'] ?? '' }
}

const urlFor = (secure: string, projectId: string, origin: string) =>
  secureFrameUrl(secure, { projectId, origin, chainId: networkIds.first })

test('error: @once a page that frames it directly gets nothing out of it', async ({ page, server, hosts }) => {
  const origin = hosts.origin('meadow')
  await page.goto(hosts.url('meadow', 'script', { preload: 'none' }))
  await page.evaluate(
    (src) => {
      const seen: unknown[] = []
      Object.assign(window, { seen })
      addEventListener('message', ({ data, origin: from }) => seen.push({ data, from }))
      const iframe = document.createElement('iframe')
      iframe.id = 'direct'
      iframe.src = src
      document.body.append(iframe)
    },
    urlFor(server.secure, server.projectId, origin),
  )
  // `frame-ancestors` names the page, because the browser checks every ancestor; the document itself refuses it as its parent.
  const frame = page.frameLocator('#direct')
  await expect(frame.getByRole('alert')).toHaveText('This page belongs into a wallet dialog and does nothing on its own.')
  const html = frame.locator('html')
  await html.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    addEventListener('message', ({ data }) => heard.push(data))
  })
  await page.evaluate(() => {
    const target = (document.querySelector('#direct') as HTMLIFrameElement).contentWindow
    for (const message of [null, 1, 'x', {}, { type: 'SYN' }, { namespace: 'penpal', type: 'SYN', channel: undefined, participantId: 'x' }])
      target?.postMessage(message, '*')
  })
  await expect.poll(() => html.evaluate(() => (window as unknown as { heard: unknown[] }).heard.length)).toBe(6)
  // Whatever it answered would come before this.
  await html.evaluate(() => parent.postMessage('the end', '*'))
  const seen = () => page.evaluate(() => (window as unknown as { seen: unknown[] }).seen)
  await expect.poll(seen).toContainEqual({ data: 'the end', from: server.secure })
  expect(await seen()).toEqual([{ data: 'the end', from: server.secure }])
})

test('error: @once a page that is not allowed cannot frame it, whatever it claims', async ({ page, server, expectProblems }) => {
  expectProblems('error: Failed to load resource: the server responded with a status of 403 (Forbidden)')
  expect(await headersOf(page, urlFor(server.secure, server.projects.listed, 'https://evil.example'))).toEqual({
    status: 403,
    policy: expect.stringContaining("frame-ancestors 'none'"),
  })
  const claimed = await headersOf(page, urlFor(server.secure, server.projectId, 'http://meadow.localhost'))
  expect(claimed.policy).toContain(`frame-ancestors ${server.dialog} http://meadow.localhost`)
})

test('error: @once windows of the wallet can be framed by nobody', async ({ page, server }) => {
  for (const path of ['/verify', '/approve', '/oauth/start', '/oauth/callback/google', '/export', '/security'])
    expect([path, await headersOf(page, `${server.secure}${path}`)]).toEqual([
      path,
      { status: 200, policy: expect.stringContaining("frame-ancestors 'none'") },
    ])
})

test('error: @once opened by a user it does nothing, and the wallet’s window without a request says so', async ({
  page,
  server,
  problems,
  expectProblems,
}) => {
  expectProblems('error: Failed to load resource: the server responded with a status of 400 (Bad Request)')
  await page.goto(`${server.secure}/`)
  await expect(page.getByRole('heading', { name: 'This origin is reserved for keys' })).toBeVisible()
  await page.goto(urlFor(server.secure, server.projectId, 'http://meadow.localhost'))
  await expect(page.getByRole('alert')).toHaveText('This page belongs into a wallet dialog and does nothing on its own.')
  await expect(page.getByText('W3mFrame: parent is not set')).toBeVisible()
  await page.goto(`${server.secure}/approve`)
  await expect(page.getByText('This window lost its request')).toBeVisible()
  await page.goto(`${server.secure}/security`)
  await expect(page.getByRole('heading', { name: 'This window is on its own' })).toBeVisible()
  await page.goto(`${server.secure}/verify#nothing`)
  await expect(page.getByRole('heading', { name: 'This did not work' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(problems.filter((problem) => !problem.includes('410') && !problem.includes('400'))).toEqual([])
})
