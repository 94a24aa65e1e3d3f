import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, openConnected, request, stateOf, test } from './support/test.ts'

/* What the page's wallets announce, and what they do by themselves. */

test('behavior: our own announced provider is not listed', { tag: '@once' }, async ({ page, hosts, install, dialog }) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  const announced = await page.evaluate(() => {
    const names: string[] = []
    window.addEventListener('eip6963:announceProvider', (event) => names.push((event as CustomEvent).detail.info.name))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return names
  })
  expect(announced).toContain('Harbor')
  expect(announced).toHaveLength(2)
  const own = announced.find((name) => name !== 'Harbor') ?? ''
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await expect(dialog.wallet('Harbor')).toBeVisible()
  await expect(dialog.wallet(own)).toHaveCount(0)
})

test('behavior: a wallet that announces itself late appears in the open dialog', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install({ announces: 'late' })
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await expect(dialog.wallet('Harbor')).toHaveCount(0)
  await extension.announce()
  await dialog.choose('Harbor')
  await connected(page)
})

test('behavior: whatever else announces itself is drawn and never run or fetched, and takes no name or place of others', {
  tag: '@once',
}, async ({ page, hosts, install, dialog }) => {
  await install()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto(hosts.url('meadow', 'script'))
  await page.evaluate(() => {
    const provider = { request: async () => [], on: () => undefined, removeListener: () => undefined }
    const script = '<script>top.location="https://spy.example/ran"</script><image href="https://spy.example/in.png" onload="alert(1)"/>'
    const drawing = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(2)">${script}</svg>`)}`
    const announced = [
      { name: 'Drawn', rdns: 'drawn.example', icon: drawing },
      { name: 'Remote', rdns: 'remote.example', icon: 'https://spy.example/icon.png' },
      { name: 'Huge', rdns: 'huge.example', icon: `data:image/png;base64,${'A'.repeat(10_000_000)}` },
      { name: 'Page', rdns: 'page.example', icon: 'data:text/html,<script>alert(3)</script>' },
      { name: '\u202eteewseilF', rdns: 'backwards.example', icon: '' },
      { name: '<img src=x onerror=alert(4)>', rdns: '"><script>alert(5)</script>', icon: '' },
    ]
    addEventListener('eip6963:requestProvider', () => {
      for (const info of announced)
        dispatchEvent(
          new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: info.rdns, ...info }, provider: { ...provider } } }),
        )
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  for (const name of ['Harbor', 'Drawn', 'Remote', 'Huge', 'Page', '<img src=x']) await expect(dialog.wallet(name)).toHaveCount(1)
  await expect(dialog.wallet('Drawn').locator('img')).toHaveCount(1)
  for (const name of ['Remote', 'Huge', 'Page']) await expect(dialog.wallet(name).locator('img')).toHaveCount(0)
  await expect(dialog.wallet('\u202eteewseilF')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('spy.example'))).toEqual([])
})

test('behavior: a bare window.ethereum is the browser wallet', { tag: '@once' }, async ({ page, hosts, install, dialog }) => {
  await install({ announces: 'never', legacy: true })
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Browser wallet')
  await connected(page)
  expect((await stateOf(page)).wallet).toMatchObject({ id: 'injected', name: 'Browser wallet' })
})

test('behavior: a wallet that announced itself is listed once, not as the browser wallet too', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  await install({ legacy: true })
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(dialog.wallet('Harbor')).toHaveCount(1)
  await expect(dialog.wallet('Browser wallet')).toHaveCount(0)
})

test('behavior: hostile metadata is text, icons are pictures only, and the others stay', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
  problems,
}) => {
  await install({
    frozen: true,
    info: { name: '<img src=x onerror=alert(1)>', rdns: 'evil.example', icon: 'https://tracker.example/pixel.png' },
  })
  await install({ info: { name: 'A'.repeat(4000), rdns: 'long.example', icon: 'javascript:alert(1)' } })
  await install()
  const requested: string[] = []
  page.on('request', (outgoing) => requested.push(outgoing.url()))
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(dialog.wallet('Harbor')).toBeVisible()
  await expect(dialog.frame.locator('img[src="x"]')).toHaveCount(0)
  expect(requested.filter((url) => url.includes('tracker.example'))).toEqual([])
  await dialog.choose('Harbor')
  await connected(page)
  expect(problems).toEqual([])
})

test('behavior: frozen details, as the standard recommends them, connect', { tag: '@alike' }, async ({ page, hosts, install }) => {
  await install({ frozen: true })
  await openConnected(page, hosts.url('meadow', 'script'))
  expect((await stateOf(page)).wallet).toMatchObject({ id: 'example.harbor', name: 'Harbor', rdns: 'example.harbor' })
})

test('behavior: the wallet’s own changes are followed, each with exactly one event', { tag: '@alike' }, async ({
  page,
  hosts,
  install,
}) => {
  const extension = await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.evaluate(() => {
    window.host.seen.length = 0
    const provider = window.host.modal.provider('eip155')
    for (const name of ['accountsChanged', 'chainChanged', 'disconnect'])
      provider.on(name, (value: unknown) => window.host.seen.push({ name: `provider ${name}`, value }))
  })
  const seen = (name: string) =>
    page.evaluate((wanted) => window.host.seen.filter((event) => event.name === wanted).map(({ value }) => value), name)

  await extension.selectAccounts([accounts[1]])
  await expect
    .poll(() => stateOf(page).then((state) => state.accounts.eip155?.[0]?.address.toLowerCase()))
    .toBe(accounts[1].address.toLowerCase())
  expect(await seen('provider accountsChanged')).toEqual([[expect.stringMatching(new RegExp(accounts[1].address, 'i'))]])
  expect(await seen('accountsChanged')).toHaveLength(1)

  await extension.selectChain(chainIds.second)
  await expect.poll(() => stateOf(page).then((state) => state.selectedNetworkId)).toBe(networkIds.second)
  expect(await seen('provider chainChanged')).toEqual(['0x7a6a'])
  expect(await seen('chainChanged')).toHaveLength(1)

  await extension.selectAccounts([])
  await expect.poll(() => stateOf(page).then((state) => state.status)).toBe('disconnected')
  expect(await seen('disconnect')).toHaveLength(1)
  expect(await seen('provider disconnect')).toHaveLength(1)
  expect(await seen('provider accountsChanged')).toHaveLength(2)
})

test('behavior: a request that changes the chain resolves after the page knows about it', { tag: '@alike' }, async ({
  page,
  hosts,
  install,
}) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  const [answer, state, events] = await page.evaluate(async () => {
    const { modal } = window.host
    const heard: string[] = []
    modal.provider('eip155').on('chainChanged', (id: string) => heard.push(id))
    const result = await modal.provider('eip155').request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] })
    return [result, modal.getState().selectedNetworkId, heard] as const
  })
  expect(answer).toBeNull()
  expect(state).toBe(networkIds.second)
  expect(events).toEqual(['0x7a6a'])
  expect((await request(page, 'eth_chainId')).result).toBe('0x7a6a')
})

test('behavior: wallet_revokePermissions disconnects', { tag: '@alike' }, async ({ page, hosts, install }) => {
  await install()
  await openConnected(page, hosts.url('meadow', 'script'))
  expect(await request(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({ result: null })
  await expect.poll(() => stateOf(page).then((state) => state.status)).toBe('disconnected')
})

test('behavior: a returning visitor’s wallet has one row, is marked as installed, and connects from it', async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  await install()
  await install({ info: { name: 'Fable', rdns: 'example.fable' } })
  await openConnected(page, hosts.url('meadow', 'script'), 'Fable')
  await page.evaluate(() => window.host.modal.disconnect())
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await expect(dialog.wallet('Fable')).toHaveCount(1)
  await expect(dialog.wallet('Fable')).toContainText('Installed')
  await dialog.choose('Fable')
  await connected(page)
})
