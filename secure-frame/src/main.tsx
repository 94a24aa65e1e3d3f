import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { Sdk } from './pages/Sdk.js'
import { setLocale } from './shell/i18n.js'
import { Themed } from './ui/Themed.js'
import './ui/tokens.css'
import './ui/base.css'
import './ui/card.css'
import './ui/rows.css'
import './ui/controls.css'

const Verify = lazy(async () => ({ default: (await import('./pages/Verify.js')).Verify }))
const OauthStart = lazy(async () => ({ default: (await import('./pages/OauthStart.js')).OauthStart }))
const OauthLeave = lazy(async () => ({ default: (await import('./pages/OauthLeave.js')).OauthLeave }))
const OauthCallback = lazy(async () => ({ default: (await import('./pages/OauthCallback.js')).OauthCallback }))
const Approve = lazy(async () => ({ default: (await import('./pages/Approve.js')).Approve }))
const Security = lazy(async () => ({ default: (await import('./pages/Security.js')).Security }))
const Nowhere = lazy(async () => ({ default: (await import('./pages/Nowhere.js')).Nowhere }))

/** Words of the person's browser. In the frame the dialog says which; nothing is drawn there before it has. */
const worded = location.pathname === '/sdk' ? Promise.resolve() : setLocale(navigator.language)

const root = document.getElementById('root')
if (root)
  void worded.then(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter>
          <Themed>
            <Suspense fallback={null}>
              <Routes>
                <Route path="/sdk" element={<Sdk />} />
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
          </Themed>
        </BrowserRouter>
      </StrictMode>,
    ),
  )
