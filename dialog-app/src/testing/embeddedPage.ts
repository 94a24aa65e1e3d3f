import { expect, vi } from 'vitest'
import { setEmbedded } from '../features/embedded/embedded.js'
import { forgetLogin } from '../features/embedded/loginCache.js'
import { networksStore } from '../state/networks.js'
import { createEmbeddedWallet } from '../wallets/embedded/index.js'
import { provideWallet } from '../wallets/registry.js'
import { type PageOptions, startPage } from './fakePage.js'
import { scriptedFrame } from './scriptedFrame.js'

/** An open dialog whose secure frame a test plays. */
export async function openEmbedded(replies: Parameters<typeof scriptedFrame>[0], options: PageOptions = {}) {
  const page = await startPage(options)
  const { dialog } = page
  const scripted = scriptedFrame(replies)
  const networks = () => networksStore(dialog).getState().networks
  const wallet = createEmbeddedWallet({
    frame: scripted.frame,
    networks,
    name: () => 'Email',
    target: () => ({}),
    forget: () => forgetLogin(dialog),
    onNotAllowed() {},
  })
  provideWallet(dialog, 'embedded', () => wallet)
  setEmbedded(dialog, { frame: scripted.frame, wallet })
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(page.state().open).toBe(true))
  const views = () => page.stores.view.getState().history.map(({ name }) => name)
  return { ...scripted, page, views }
}
