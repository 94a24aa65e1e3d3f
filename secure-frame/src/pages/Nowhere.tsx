import { t } from '../shell/i18n.js'

/** The origin's own address, opened by a user: there is nothing to do here. */
export function Nowhere() {
  return (
    <main className="page" data-view="Reserved">
      <h1>{t('nowhere.title')}</h1>
      <p className="muted">{t('nowhere.text')}</p>
    </main>
  )
}
