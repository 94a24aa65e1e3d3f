import { useId } from 'react'
import { type Locale, locales, type Theme } from './preferences.js'
import { Segmented } from './Segmented.js'

type HeaderProps = {
  readonly theme: Theme
  readonly locale: Locale
  readonly onTheme: (theme: Theme) => void
  readonly onLocale: (locale: Locale) => void
}

/** A language as those who speak it write it. */
const nameOf = (locale: Locale) =>
  locale === 'en-XA' ? 'Long words (test)' : (new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale)

/** Name of the page, and the two things a host decides about the dialog. */
export function Header({ theme, locale, onTheme, onLocale }: HeaderProps) {
  const id = useId()
  return (
    <header className="top">
      <p className="brand">
        <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="var(--button-bg)" />
          <g fill="none" stroke="var(--button-fg)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
            <circle cx="12" cy="12" r="5" />
            <path d="m15.8 15.8 8.2 8.2m-3.4-3.4 2.6-2.6" />
          </g>
        </svg>
        <span>Latchkey</span>
        <span className="badge">Playground</span>
      </p>
      <div className="top-tools">
        <label className="inline" htmlFor={id}>
          <span>Dialog language</span>
          <select id={id} value={locale} onChange={(event) => onLocale(event.target.value as Locale)}>
            {locales.map((value) => (
              <option key={value} value={value}>
                {nameOf(value)}
              </option>
            ))}
          </select>
        </label>
        <Segmented
          label="Theme"
          options={[
            ['auto', 'Auto'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          value={theme}
          onChange={onTheme}
        />
      </div>
    </header>
  )
}
