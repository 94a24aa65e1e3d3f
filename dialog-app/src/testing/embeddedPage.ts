import { expect, vi } from 'vitest'
import { startPage } from './fakePage.js'
import { scriptedFrame } from './scriptedFrame.js'

/** An open dialog whose secure frame a test plays. */
export async function openEmbedded(replies: Parameters<typeof scriptedFrame>[0]) {
  const page = await startPage()
  const [{ setEmbedded }, { forgetLogin }, { createEmbeddedWallet }, { networksStore }, { provideWallet }] = await Promise.all([
    import('../features/embedded/embedded.js'),
    import('../features/embedded/loginCache.js'),
    import('../wallets/embedded/index.js'),
    import('../state/networks.js'),
    import('../wallets/registry.js'),
  ])
  const scripted = scriptedFrame(replies)
  const networks = () => networksStore.getState().networks
  const wallet = createEmbeddedWallet({
    frame: scripted.frame,
    networks,
    name: () => 'Email',
    target: () => ({}),
    forget: forgetLogin,
    onNotAllowed() {},
  })
  provideWallet('embedded', () => wallet)
  setEmbedded({ frame: scripted.frame, wallet })
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(page.state().open).toBe(true))
  const views = () => page.stores.view.getState().history.map(({ name }) => name)
  return { ...scripted, page, views }
}
