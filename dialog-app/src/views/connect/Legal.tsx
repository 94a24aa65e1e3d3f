import { type ReactElement, useEffect, useId, useRef } from 'react'
import { setConsent, useRefusal } from '../../features/connect/consent.js'
import { type MessageId, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { settingsStore } from '../../state/settings.js'
import { termsStore } from '../../state/terms.js'
import { Icon } from '../../ui/Icon.js'
import { announce } from '../../ui/live.js'
import { Rich } from '../../ui/Rich.js'

type Links = { readonly terms: string | undefined; readonly privacy: string | undefined }

/** Links of the page's own documents. Anything but a web address is left out. */
function webAddress(value: string | undefined): string | undefined {
  return value && /^https?:\/\//i.test(value) ? value : undefined
}

function Sentence({
  ids,
  links,
}: {
  readonly ids: readonly [both: MessageId, terms: MessageId, privacy: MessageId]
  readonly links: Links
}) {
  const id = links.terms && links.privacy ? ids[0] : links.terms ? ids[1] : ids[2]
  const link = (href: string | undefined): ReactElement => (
    // biome-ignore lint/a11y/useAnchorContent: the catalogue's sentence puts its words in here
    <a href={href} target="_blank" rel="noopener noreferrer" />
  )
  return <Rich id={id} parts={[link(links.terms), link(links.privacy)]} />
}

function Consent({ links }: { readonly links: Links }) {
  const dialog = useDialog()
  const t = useT()
  const errorId = useId()
  const box = useRef<HTMLInputElement>(null)
  const { accepted, refusals } = useDialogStore(termsStore)
  const bad = useRefusal()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each refusal anew
  useEffect(() => {
    if (!bad) return
    announce(dialog, t('connect.acceptFirst'), 'assertive')
    box.current?.focus()
  }, [bad, refusals, t])
  return (
    <div className="consent">
      {/* The key starts the shake again with every refusal; the input inside is found anew, so focus moves after it. */}
      <label key={refusals} className={`check t-label muted ${bad ? 'is-bad is-shaking' : ''}`}>
        <input
          ref={box}
          type="checkbox"
          checked={accepted}
          aria-invalid={bad}
          aria-describedby={bad ? errorId : undefined}
          onChange={(event) => setConsent(dialog, event.currentTarget.checked)}
        />
        <span className="box">
          <Icon name="check" size={16} />
        </span>
        <span>
          <Sentence ids={['connect.acceptBoth', 'connect.acceptTerms', 'connect.acceptPrivacy']} links={links} />
        </span>
      </label>
      {bad && (
        <p id={errorId} className="t-label negative consent-why">
          {t('connect.acceptFirst')}
        </p>
      )}
    </div>
  )
}

/** The page's terms: a check box when it demands consent, else one line. Nothing when it has none. */
export function Legal() {
  const options = useDialogStore(settingsStore, (state) => state.options)
  const checkbox = useDialogStore(settingsStore, ({ features }) => features.legalCheckbox)
  const links = { terms: webAddress(options.termsConditionsUrl), privacy: webAddress(options.privacyPolicyUrl) }
  if (!links.terms && !links.privacy) return null
  if (checkbox) return <Consent links={links} />
  return (
    <p className="legal t-micro muted">
      <Sentence ids={['connect.legalBoth', 'connect.legalTerms', 'connect.legalPrivacy']} links={links} />
    </p>
  )
}
