import { connected, expect, stateOf, test } from './support/test.ts'

/* A page whose author did nearly everything wrong: each mistake is one line of the console, and a visitor connects all the same. */

test('error: twelve mistakes are named by one line each, and the dialog connects a wallet', { tag: '@once' }, async ({
  page,
  hosts,
  server,
  install,
  dialog,
  lines,
}) => {
  await install()
  const options = {
    dialogUrl: `${server.dialog}/wallet/`,
    networks: ['ethereum', 31337, 'eip155:999999'],
    themeMode: 'drak',
    themeVariables: { acent: '#0f7a43', radius: 1 },
    customWallets: [{ id: 'meadow', name: 'Meadow wallet', image_url: '' }],
    metadata: { name: 'Meadow', icons: 'https://meadow.example/icon.png' },
    features: { socials: ['gogle'], collapseWalets: true },
    enableAnalytics: 'yes',
    featuredWalletIds: ['metamsk'],
    preload: 'eager',
    termsConditionsUrl: 'terms.html',
  }
  const named = [
    `dialogUrl is "${server.dialog}/wallet/", of which ${server.dialog} is used`,
    'networks.0 cannot be "ethereum"',
    'networks names "eip155:999999"',
    'themeMode cannot be "drak" and is left out; it takes "light", "dark", "auto"',
    'themeVariables.acent cannot be "#0f7a43"',
    'customWallets.0.image_url cannot be ""',
    'metadata.icons cannot be "https://meadow.example/icon.png"',
    'features.socials.0 cannot be "gogle"',
    'no option features.collapseWalets',
    'enableAnalytics cannot be "yes"',
    'featuredWalletIds names "metamsk"',
    'preload cannot be "eager"',
    'termsConditionsUrl cannot be "terms.html"',
  ]
  await page.goto(hosts.url('meadow', 'npm', options))
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(named.length)
  await page.evaluate(() => void window.host.modal.open({ container: '#slot' }))
  await dialog.choose('Harbor')
  await connected(page)
  await dialog.closed()
  expect((await stateOf(page)).selectedNetworkId).toBe('eip155:31337')
  await expect.poll(() => lines).toHaveLength(named.length + 1)
  for (const text of [...named, 'found no element for "#slot"']) expect(lines.filter((line) => line.includes(text))).toHaveLength(1)
  for (const line of lines) expect(line).toMatch(/[.?] See http:\/\/dialog\.localhost:\d+\/docs\/[\w/-]+(#[\w-]+)?$/)

  await page.evaluate(() => window.host.modal.setTheme({ themeMode: 'lihgt' as 'light', themeVariables: { radius: 0.5 } }))
  await expect.poll(() => lines.filter((line) => line.includes('themeMode cannot be "lihgt"'))).toHaveLength(1)
})

test('behavior: commas and numbers in the tag, and chain objects of viem, are networks', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  lines,
}) => {
  await install()
  await page.goto(hosts.url('meadow', 'script', { networks: '31338, eip155:31337', defaultNetwork: '31338' }))
  await expect.poll(() => stateOf(page).then(({ ready, selectedNetworkId }) => ready && selectedNetworkId)).toBe('eip155:31338')
  const chain = {
    id: 31338,
    name: 'Second',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
    contracts: { multicall3: { address: '0x' } },
  }
  await page.goto(hosts.url('brook', 'npm', { networks: [chain, 31337] }))
  await expect.poll(() => stateOf(page).then(({ ready, selectedNetworkId }) => ready && selectedNetworkId)).toBe('eip155:31338')
  expect(lines).toEqual([])
})

for (const [what, project, line] of [
  ['an origin that is not on the list', 'listed', 'Origin Not Allowed: ORIGIN is not on the list of project "PROJECT"'],
  ['a project that there is not', 'nobody', 'Invalid Project ID: the server has no project "nobody"'],
] as const)
  test(`error: ${what} is named with origin and project, and the visitor reads a notice`, { tag: '@once' }, async ({
    page,
    hosts,
    server,
    lines,
    expectProblems,
  }) => {
    expectProblems('error: Failed to load resource: the server responded with a status of 403 (Forbidden)')
    const projectId = project === 'listed' ? server.projects.listed : project
    await page.goto(hosts.url('meadow', 'strict', { projectId }))
    const text = `[latchkey] ${line.replace('ORIGIN', hosts.origin('meadow')).replace('PROJECT', projectId)}`
    await expect.poll(() => lines).toEqual([expect.stringContaining(text)])
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(page.getByRole('alert').getByRole('button')).toContainText('Connecting a wallet is not possible right now.')
    await expect.poll(() => lines).toHaveLength(1)
  })

test('error: a page in a frame of a site that the project does not list is told which one, at once', { tag: '@once' }, async ({
  page,
  hosts,
  lines,
  expectProblems,
}) => {
  expectProblems('error: Failed to load resource: the server responded with a status of 403 (Forbidden)')
  await page.goto(hosts.url('portal', 'modal', { preload: 'none' }))
  const started = Date.now()
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    hosts.url('meadow', 'script'),
  )
  const portal = new URL(hosts.origin('portal')).origin
  await expect
    .poll(() => lines)
    .toEqual([expect.stringContaining(`Origin Not Allowed: ${portal}, which frames this page, is not among the ancestors`)])
  // A document that is silently blocked fails 5 s after its load.
  expect(Date.now() - started).toBeLessThan(5_000)
})
