import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import type { FactorView } from '../../worker/security/contract.js'
import { useSecurity } from '../context.js'
import { day, moment } from '../dates.js'
import { Row } from '../Row.js'
import { Screen } from '../Screen.js'

/** What a row says about the factors of one kind. */
function factorNote(factors: readonly FactorView[]): string {
  const [newest] = [...factors].sort((one, other) => other.createdAt - one.createdAt)
  if (!newest) return t('home.none')
  if (!factors.some(({ proven }) => proven)) return t('home.unproven')
  return t(factors.length > 1 ? 'home.several' : 'home.since', { day: day(newest.createdAt), count: factors.length })
}

/** Who can open this wallet, by name, and everything that can be changed about it. */
export function Home() {
  const { overview, go } = useSecurity()
  const { custody, factors, quarantinedUntil, durable, user } = overview
  const own = custody === 'user'
  const of = (type: FactorView['type']) => factors.filter((factor) => factor.type === type)
  const proven = factors.filter((factor) => factor.proven).length
  return (
    <Screen name="home" title={t('security.title')}>
      <section className="custody" data-custody={custody}>
        <p className="label muted">{t('home.custody')}</p>
        <h2>{t(own ? 'custody.onlyYou' : 'custody.assisted')}</h2>
        <p>{t(own ? 'custody.onlyYouText' : 'custody.assistedText')}</p>
      </section>
      {user.deleteAt ? (
        <Note tone="neg" title={t('home.deleting', { day: day(Date.parse(user.deleteAt)) })} text={t('home.deletingText')} />
      ) : null}
      {quarantinedUntil !== null && quarantinedUntil > Date.now() ? (
        <Note tone="warn" title={t('quarantine.title')} text={t('quarantine.text', { time: moment(quarantinedUntil) })} />
      ) : null}
      {durable ? null : <Note tone="warn" title={t('home.forgetful')} text={t('home.forgetfulText')} />}
      {own && proven < 2 ? <Note tone="warn" title={t('home.oneWay')} text={t('home.oneWayText')} /> : null}
      <section>
        <h2 className="label muted">{t('home.waysIn')}</h2>
        <ul className="lines">
          <Row icon="key" name={t('code.title')} note={factorNote(of('code'))} onClick={() => go('code')} />
          <Row icon="lock" name={t('passkey.title')} note={factorNote(of('passkey'))} onClick={() => go('passkey')} />
          <Row icon="device" name={t('devices.title')} note={t('devices.note')} onClick={() => go('devices')} />
          {own ? null : <Row icon="verified" name={t('onlyYou.title')} note={t('onlyYou.note')} onClick={() => go('onlyYou')} />}
        </ul>
      </section>
      <section>
        <h2 className="label muted">{t('home.takeAway')}</h2>
        <ul className="lines">
          <Row icon="list" name={t('export.title')} note={t('export.note')} onClick={() => go('export')} />
          <Row icon="down" name={t('kit.title')} note={t('kit.note')} onClick={() => go('kit')} />
        </ul>
      </section>
      <section>
        <h2 className="label muted">{t('home.account')}</h2>
        <ul className="lines">
          {overview.grants ? (
            <Row icon="key" name={t('permissions.title')} note={t('permissions.note')} onClick={() => go('permissions')} />
          ) : null}
          <Row icon="list" name={t('log.title')} onClick={() => go('log')} />
          <Row icon="close" name={t('signOut.title')} onClick={() => go('signOut')} />
          <Row icon="alert" name={t('delete.title')} onClick={() => go('delete')} />
        </ul>
      </section>
    </Screen>
  )
}
