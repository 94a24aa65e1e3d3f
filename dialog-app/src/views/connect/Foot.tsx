import { useT } from '../../lib/i18n.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { settingsStore } from '../../state/settings.js'
import { Legal } from './Legal.js'

/** The page's own words about connecting, and where they lead. */
function Disclaimer() {
  const disclaimer = useDialogStore(settingsStore, ({ options }) => options.disclaimer)
  if (!disclaimer) return null
  const { text, links = [] } = disclaimer
  return (
    <p className="legal t-micro muted">
      <bdi>{text}</bdi>
      {links.map(({ label, url }) => (
        <span key={`${label} ${url}`}>
          {' '}
          <a href={url} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        </span>
      ))}
    </p>
  )
}

/** Whose dialog this is, where the project or the page says so. */
function Branding() {
  const t = useT()
  const shown = useDialogStore(settingsStore, ({ features }) => features.reownBranding)
  return shown ? <p className="legal t-micro muted">{t('connect.branding')}</p> : null
}

/** What stands at the foot of the first view: the page's terms, its own words, and who made the dialog. */
export function Foot() {
  return (
    <>
      <Legal />
      <Disclaimer />
      <Branding />
    </>
  )
}
