import type { Engine } from './driver.ts'
import { type Visit, visitOf } from './screen.ts'
import { expect, test } from './test.ts'

/* The browsers inside of apps: one of an app that is no wallet, and one of a wallet. */

/** What they say they are. */
const agents = {
  instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 380.0.0.28.84 (iPhone16,1)',
  metaMask:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 WebView MetaMaskMobile',
} as const

/** Opens a page's dialog on a screen of a phone's size. */
async function openDialog(engine: Engine, url: string): Promise<Visit> {
  const [tab] = await engine.tabs()
  if (!tab) throw new Error('The browser has no tab.')
  test.info().annotations.push({ type: 'engine', description: `${engine.name} ${engine.version}` })
  await tab.resize(390, 800)
  const visit = visitOf(engine, tab)
  await visit.open(url)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  return visit
}

test('behavior: in an app’s browser on a phone it says what does not work there, offers no login that cannot, and a provider opens in the page’s tab', async ({
  startEngine,
  hosts,
  site,
}) => {
  const engine = await startEngine('default', { userAgent: agents.instagram })
  const visit = await openDialog(engine, hosts.url(site, 'script'))
  await visit.shows('Connect')
  await visit.dialog.see({ text: 'You’re in Instagram’s browser' })
  expect(await visit.dialog.find({ role: 'button', name: /Google/ })).toEqual([])
  const github = { role: 'button', name: 'Continue with GitHub' } as const
  await visit.dialog.see({ role: 'button', name: /^(?:Continue with GitHub|More ways to sign in)$/ })
  if ((await visit.dialog.find(github)).length === 0) await visit.dialog.click({ role: 'button', name: 'More ways to sign in' })
  await visit.dialog.click(github)
  await visit.dialog.see({ role: 'heading', name: 'GitHub opens in this tab' })
  expect(await engine.tabs()).toHaveLength(1)
})

test('behavior: in a wallet’s own browser on a phone that wallet is the one button, which connects', async ({
  startEngine,
  hosts,
  site,
  install,
}) => {
  await install({ info: { rdns: 'io.metamask', name: 'MetaMask' } })
  const engine = await startEngine('default', { userAgent: agents.metaMask })
  const visit = await openDialog(engine, hosts.url(site, 'script'))
  await visit.dialog.see({ role: 'heading', name: 'You’re in the MetaMask browser' })
  expect(await visit.dialog.find({ role: 'textbox' })).toEqual([])
  await visit.dialog.click({ role: 'button', name: 'Connect with MetaMask' })
  await visit.status('connected')
  expect(await engine.tabs()).toHaveLength(1)
})
