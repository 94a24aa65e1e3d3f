import { type ComponentType, lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { setLocale } from './shell/i18n.js'
import { sayUnloaded } from './shell/sayUnloaded.js'
import { showTheme } from './shell/showTheme.js'
import { createShell } from './shell/store.js'
import { ShellContext } from './ui/useShell.js'
import './ui/styles.js'

const Unloaded = () => <div ref={(element) => void (element && sayUnloaded(element))} />

/**
 * A page whose code is fetched when its address is opened, or else what says that it could not be. What a page needs once for the document is made with
 * it: React may draw it several times.
 */
const page = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    load().then(
      (Page) => ({ default: Page }),
      () => ({ default: Unloaded }),
    ),
  )

/**
 * The composition root of the documents that a user opens in a window: makes what a document has one of, and draws the page of its address.
 *
 * @returns ends the document: what it drew, and what runs behind it
 */
export function startPage(element: HTMLElement): () => void {
  const shell = createShell()

  const Verify = page(async () => {
    const { takeToken, Verify } = await import('./pages/Verify.js')
    const token = takeToken()
    return () => <Verify token={token} />
  })
  const Security = page(async () => {
    const [{ Security }, { findWallet }] = await Promise.all([import('./pages/Security.js'), import('./security/link.js')])
    const wallet = findWallet(shell)
    // The page says so when it is drawn.
    wallet.catch(() => undefined)
    return () => <Security wallet={wallet} />
  })
  const OauthStart = page(async () => (await import('./pages/OauthStart.js')).OauthStart)
  const OauthLeave = page(async () => (await import('./pages/OauthLeave.js')).OauthLeave)
  const OauthCallback = page(async () => (await import('./pages/OauthCallback.js')).OauthCallback)
  const Approve = page(async () => {
    const [{ Approve }, { joinFrame }] = await Promise.all([import('./pages/Approve.js'), import('./approval/joinFrame.js')])
    const frame = joinFrame(shell)
    return () => <Approve frame={frame} />
  })
  const Nowhere = page(async () => (await import('./pages/Nowhere.js')).Nowhere)

  const root = createRoot(element)
  const stops = [showTheme(shell), () => root.unmount()]
  const draw = () =>
    root.render(
      <StrictMode>
        <ShellContext value={shell}>
          <BrowserRouter>
            <Suspense fallback={null}>
              <Routes>
                <Route path="/verify" element={<Verify />} />
                <Route path="/oauth/start" element={<OauthStart />} />
                <Route path="/oauth/leave" element={<OauthLeave />} />
                <Route path="/oauth/callback/:provider" element={<OauthCallback />} />
                <Route path="/approve" element={<Approve />} />
                <Route path="/security" element={<Security />} />
                <Route path="/export" element={<Security />} />
                <Route path="*" element={<Nowhere />} />
              </Routes>
            </Suspense>
          </BrowserRouter>
        </ShellContext>
      </StrictMode>,
    )
  // Words of the user's browser.
  void setLocale(navigator.language).then(draw)

  return () => {
    for (const stop of stops.splice(0)) stop()
  }
}
