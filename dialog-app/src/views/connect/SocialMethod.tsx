import type { SocialProvider } from '@latchkey/protocol'
import { useState } from 'react'
import { withConsent } from '../../features/connect/consent.js'
import { openSocial, prepareSocial } from '../../features/embedded/lazy.js'
import { providerNames } from '../../features/embedded/providers.js'
import { push } from '../../features/navigator/view.js'
import type { Dialog } from '../../lib/dialog.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import '../../ui/marks.css'

/** Shown with their names, and shown at all before somebody asks for more. */
const named = 2
const first = 3

/** Farcaster has a code, everybody else a window, which opens within the click. */
function choose(dialog: Dialog, provider: SocialProvider): void {
  if (provider === 'farcaster') withConsent(dialog, () => push(dialog, 'ConnectingFarcaster'))
  else openSocial(dialog, provider)
}

/** Accounts that users have elsewhere: two by name, one more, the rest on demand. */
export function SocialMethod({ providers }: { readonly providers: readonly SocialProvider[] }) {
  const dialog = useDialog()
  const t = useT()
  const [all, setAll] = useState(false)
  const shown = all || providers.length <= first + 1 ? providers : providers.slice(0, first)
  return (
    <div className="btn-row socials">
      {shown.map((provider, index) => {
        const withName = !all && index < named
        return (
          <button
            key={provider}
            type="button"
            className={`btn btn-soft ${withName ? '' : 'square'}`}
            aria-label={t('connect.withProvider', { provider: providerNames[provider] })}
            data-focus-key={`social ${provider}`}
            // The code that opens the window is here before the tap ends.
            onPointerOver={() => prepareSocial(dialog)}
            onFocus={() => prepareSocial(dialog)}
            onClick={() => choose(dialog, provider)}
          >
            <span className="brand" data-brand={provider} />
            {withName && <span>{providerNames[provider]}</span>}
          </button>
        )
      })}
      {shown.length < providers.length && (
        <button type="button" className="btn btn-soft square" aria-label={t('connect.moreSocials')} onClick={() => setAll(true)}>
          <span className="more" />
        </button>
      )}
    </div>
  )
}
