import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { encode } from 'uqr'
import { parseEther, verifyMessage } from 'viem'
import { dialogOf } from './support/dialog.ts'
import { connectPhone, offeredLink, openCode, test, timeout } from './support/phone.ts'
import { chainClient, networkIds } from './support/server.ts'
import { connected, expect, request, stateOf } from './support/test.ts'

// As most people see it.
test.use({ reducedMotion: 'no-preference' })

/* A visitor without an extension meets a wallet on another device: a real wallet, the real relay, a real chain. */

test.describe('a phone wallet', () => {
  test.setTimeout(150_000)

  test('approves, signs, sends, and ends the session', async ({ page, hosts, server, dialog, startPhone }) => {
    const phone = await startPhone()
    await page.goto(hosts.url('phone-all', 'script'))
    await page.evaluate(() => {
      Object.assign(window, { uris: [] })
      window.host.modal.on('uri', (uri) => (window as unknown as { uris: string[] }).uris.push(uri))
    })
    const uri = await connectPhone(page, dialog, phone)
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    expect(await page.evaluate(() => (window as unknown as { uris: string[] }).uris)).toEqual([uri])
    const address = phone.address(networkIds.first) as `0x${string}`
    const state = await stateOf(page)
    expect(state.wallet).toMatchObject({ kind: 'walletConnect', name: 'Phone wallet' })
    expect(state.accounts.eip155?.map(({ address }) => address)).toEqual([address])
    expect(phone.client.session.getAll()[0]?.peer.metadata.url).toBe(new URL(page.url()).origin)

    const message = '0x48656c6c6f'
    const signed = await request(page, 'personal_sign', [message, address])
    expect(await verifyMessage({ address, message: { raw: message }, signature: signed.result as `0x${string}` })).toBe(true)

    const chain = chainClient(server, chainIds.first)
    await chain.request({ method: 'anvil_setBalance' as never, params: [address, '0x8ac7230489e80000'] as never })
    const to = '0x000000000000000000000000000000000000dEaD'
    const sent = await request(page, 'eth_sendTransaction', [{ from: address, to, value: `0x${parseEther('0.5').toString(16)}` }])
    expect(await chain.waitForTransactionReceipt({ hash: sent.result as `0x${string}` })).toMatchObject({ status: 'success' })
    // A read never wakes the wallet.
    const asked = phone.requests.length
    expect(BigInt((await request(page, 'eth_getBalance', [address, 'latest'])).result as string)).toBeLessThan(parseEther('9.5'))
    expect(phone.requests).toHaveLength(asked)

    await phone.disconnect()
    await expect.poll(() => stateOf(page).then(({ status }) => status), { timeout: 2_000 }).toBe('disconnected')
  })

  test('is still connected after a reload, and hears when the page leaves', async ({ page, hosts, dialog, startPhone }, info) => {
    const phone = await startPhone()
    await page.goto(hosts.url('phone-reload', 'script'))
    await connectPhone(page, dialog, phone)
    await page.reload()
    if (info.project.name === 'denied') {
      // The browser keeps nothing: the session lived for the page's life.
      await expect.poll(() => stateOf(page).then(({ status }) => status), timeout).toBe('disconnected')
      return
    }
    await connected(page)
    expect(await page.evaluate(() => window.host.transitions)).not.toContain('disconnected')
    const address = phone.address(networkIds.first) ?? ''
    expect(await request(page, 'personal_sign', ['0x01', address])).toHaveProperty('result')
    await page.evaluate(() => window.host.modal.disconnect())
    await expect.poll(() => phone.topics().length, timeout).toBe(0)
  })

  test('switches networks, and signs on the new one', { tag: '@alike' }, async ({ page, hosts, dialog, startPhone }) => {
    const phone = await startPhone()
    await page.goto(hosts.url('phone-switch', 'script'))
    await connectPhone(page, dialog, phone)
    const chainId = `0x${chainIds.second.toString(16)}`
    expect(await request(page, 'wallet_switchEthereumChain', [{ chainId }])).toEqual({ result: null })
    expect(await request(page, 'eth_chainId')).toEqual({ result: chainId })
    const address = phone.address(networkIds.second) ?? ''
    await request(page, 'personal_sign', ['0x02', address])
    expect(phone.requests.at(-1)).toMatchObject({ chainId: networkIds.second, method: 'personal_sign' })
  })

  test('rejects the connection, and another code connects', { tag: '@alike' }, async ({ page, hosts, dialog, startPhone }) => {
    let willing = false
    const phone = await startPhone({ approveSession: () => willing })
    await page.goto(hosts.url('phone-reject', 'script'))
    await phone.pair(await openCode(page, dialog))
    await expect(dialog.heading('Request cancelled')).toBeVisible(timeout)
    willing = true
    await dialog.button('Try again').click()
    await phone.pair(await offeredLink(dialog))
    await connected(page)
  })

  test('leaves a request waiting: the dialog says where, and giving up is 4001', { tag: '@alike' }, async ({
    page,
    hosts,
    dialog,
    startPhone,
  }) => {
    const phone = await startPhone({ approveRequest: () => new Promise(() => {}) })
    await page.goto(hosts.url('phone-wait', 'script'))
    await connectPhone(page, dialog, phone)
    const signing = request(page, 'personal_sign', ['0x03', phone.address(networkIds.first) ?? ''])
    await expect(dialog.heading('Continue in Phone wallet')).toBeVisible(timeout)
    const later = request(page, 'personal_sign', ['0x04', phone.address(networkIds.first) ?? ''])
    await expect(dialog.text('1 more request waits.')).toBeVisible()
    await dialog.button('Cancel').click()
    // One at a time, and what may happen in the wallet is said.
    expect(await signing).toMatchObject({ code: 4001 })
    await expect(dialog.heading('Cancelled here')).toBeVisible()
    await expect(dialog.text('Phone wallet may still show it')).toBeVisible()
    await dialog.button('Next request').click()
    await expect(dialog.heading('Continue in Phone wallet')).toBeVisible()
    // Closing gives the one on screen up.
    await dialog.button('Close').click()
    expect(await later).toMatchObject({ code: 4001 })
    await dialog.closed()
    expect(await stateOf(page)).toMatchObject({ status: 'connected' })
  })

  test('refuses a request', { tag: '@alike' }, async ({ page, hosts, dialog, startPhone }) => {
    const phone = await startPhone({ approveRequest: () => false })
    await page.goto(hosts.url('phone-refuse', 'script'))
    await connectPhone(page, dialog, phone)
    expect(await request(page, 'personal_sign', ['0x03', phone.address(networkIds.first) ?? ''])).toMatchObject({ code: 5000 })
  })
})

test('@once an opening tells its own views and links, and nothing after it is closed', async ({ page, hosts, dialog }) => {
  await page.goto(hosts.url('phone-events', 'script'))
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    const opened = window.host.modal.open()
    opened.on('view', (view) => heard.push(['view', view]))
    const unsubscribe = opened.on('uri', (uri) => heard.push(['uri', uri]))
    opened.on('uri', () => unsubscribe())
    void opened.then((session) => heard.push(['closed', session]))
  })
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard') as unknown[])
  await dialog.choose('WalletConnect')
  const uri = await offeredLink(dialog)
  const expected = [
    ['view', 'ConnectingWalletConnectBasic'],
    ['uri', uri],
  ]
  await expect.poll(heard).toEqual(expected)
  await dialog.button('Close').click()
  await dialog.closed()
  await expect.poll(heard).toContainEqual(['closed', null])
  const before = await heard()
  await openCode(page, dialog)
  expect(await heard()).toEqual(before)
})

test('@once the code says what "Copy link" copies', async ({ page, hosts, dialog }) => {
  await page.goto(hosts.url('phone-code', 'script'))
  const uri = await openCode(page, dialog)
  const { size, data } = encode(uri, { ecc: 'Q', border: 4 })
  // The finders' outer corners are round.
  const far = size - 5
  const corners = [4, 10, far - 6, far].flatMap((y) => [4, 10, far - 6, far].map((x) => [x, y] as const))
  for (const [x, y] of corners) {
    const row = data[y]
    if (row && (x <= 10 || y <= 10)) row[x] = false
  }
  // Looks at the centre of every module as a camera would. The logo hides some in the middle, which level Q restores.
  const seen = await dialog.frame.locator('svg[data-qr]').evaluate((svg, modules) => {
    const path = svg.querySelector('path') as SVGPathElement
    return Array.from({ length: modules }, (_row, y) =>
      Array.from({ length: modules }, (_column, x) => path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5))),
    )
  }, size)
  expect(seen).toEqual(data)
})

test('@once nothing of WalletConnect is fetched before it is wanted', async ({ page, hosts, dialog }) => {
  const scripts: string[] = []
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') scripts.push(sent.url())
  })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto(hosts.url('phone-unused', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
  await expect(dialog.wallet('All wallets')).toContainText(/\d+0\+/)
  await dialog.wallet('All wallets').click()
  await dialog.shows('AllWallets')
  await expect(dialog.wallet('MetaMask')).toBeVisible()
  expect(sockets).toEqual([])
  const before = scripts.length
  expect(scripts.filter((url) => /index\.es|walletConnect-/.test(url))).toEqual([])
  await dialog.button('Show QR code for any wallet').click()
  await expect(dialog.button('Copy link')).toBeVisible(timeout)
  expect(scripts.slice(before).some((url) => /index\.es/.test(url))).toBe(true)
})

test('@once a wallet is found among all, and offers the ways it has', async ({ page, hosts, dialog }) => {
  await page.goto(hosts.url('phone-search', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('All wallets')
  const search = dialog.frame.getByRole('searchbox', { name: 'Search wallets' })
  await search.fill('zerion')
  await expect(dialog.wallet('Zerion')).toBeVisible()
  await expect(dialog.wallet('MetaMask')).toHaveCount(0)
  await dialog.wallet('Zerion').click()
  await dialog.shows('ConnectingWalletConnect')
  await expect(dialog.frame.getByRole('tab')).toHaveText(['QR code', 'Browser', 'Desktop', 'Web'])
  const uri = (await dialog.button('Copy link').getAttribute('data-uri', timeout)) ?? ''
  await dialog.frame.getByRole('tab', { name: 'Desktop' }).click()
  await expect(dialog.frame.getByRole('link', { name: 'Open Zerion' })).toHaveAttribute(
    'href',
    `zerion://wc?uri=${encodeURIComponent(uri)}`,
  )
  await dialog.frame.getByRole('tab', { name: 'Web' }).click()
  await expect(dialog.frame.getByRole('link', { name: 'Open Zerion' })).toHaveAttribute(
    'href',
    `https://wallet.zerion.io/wc?uri=${encodeURIComponent(uri)}`,
  )
  await dialog.button('Back').click()
  await dialog.shows('AllWallets')
  await dialog.frame.getByRole('searchbox').fill('moonbase')
  await expect(dialog.heading('No wallet called “moonbase”')).toBeVisible()
})

test('@once a second dialog of the same page asks nothing of the first', async ({ context, page, hosts, dialog, startPhone }) => {
  test.setTimeout(120_000)
  const phone = await startPhone()
  await page.goto(hosts.url('phone-tabs', 'script'))
  await connectPhone(page, dialog, phone)
  const other = await context.newPage()
  await other.goto(hosts.url('phone-tabs', 'script'))
  await connected(other)
  const address = phone.address(networkIds.first) ?? ''
  expect(await request(other, 'personal_sign', ['0x01', address])).toHaveProperty('result')
  expect(await request(page, 'personal_sign', ['0x02', address])).toHaveProperty('result')
  await dialogOf(other).closed()
  await other.evaluate(() => window.host.modal.disconnect())
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  await expect.poll(() => phone.topics().length, timeout).toBe(0)
})

test('@once a relay that cannot be reached is said to be so, and when it is back the code comes by itself', async ({
  page,
  hosts,
  dialog,
}) => {
  test.setTimeout(120_000)
  let isDown = true
  await page.routeWebSocket(/\/relay\b/, (socket) => {
    if (isDown) void socket.close()
    else socket.connectToServer()
  })
  await page.goto(hosts.url('phone-down', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('WalletConnect')
  await expect(dialog.text('This takes longer than usual.')).toBeVisible(timeout)
  await expect(dialog.text('Can’t reach the connection service')).toBeVisible(timeout)
  await expect(dialog.button('Try again')).toBeVisible()
  isDown = false
  expect(await offeredLink(dialog)).toMatch(/^wc:/)
  await expect(dialog.text('Can’t reach the connection service')).toHaveCount(0)
})
