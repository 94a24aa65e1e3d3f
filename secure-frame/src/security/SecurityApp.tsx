import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { t } from '../shell/i18n.js'
import type { Overview } from '../worker/security/contract.js'
import { type PageName, SecurityContext, type SecurityTools } from './context.js'
import { Cancelled, type ErrorText, quarantined, readError } from './errors.js'
import type { Link } from './link.js'
import { Code } from './pages/Code.js'
import { Delete } from './pages/Delete.js'
import { Devices } from './pages/Devices.js'
import { Export } from './pages/Export.js'
import { Home } from './pages/Home.js'
import { Kit } from './pages/Kit.js'
import { Log } from './pages/Log.js'
import { OnlyYou } from './pages/OnlyYou.js'
import { Passkey } from './pages/Passkey.js'
import { Permissions } from './pages/Permissions.js'
import { Rotate } from './pages/Rotate.js'
import { SignOut } from './pages/SignOut.js'
import { StepUp } from './pages/StepUp.js'
import { Unlock } from './pages/Unlock.js'
import { ErrorNote, Screen, Submit } from './Screen.js'

const pages: Readonly<Record<PageName, () => ReactNode>> = {
  home: Home,
  unlock: Unlock,
  code: Code,
  passkey: Passkey,
  onlyYou: OnlyYou,
  devices: Devices,
  permissions: Permissions,
  rotate: Rotate,
  export: Export,
  kit: Kit,
  log: Log,
  signOut: SignOut,
  delete: Delete,
}

/** Milliseconds that a proof of the user should still count when something is begun under it. */
const margin = 30_000

type Asking = { readonly done: () => void; readonly cancel: () => void }

/** The pages of the window, over one channel to the wallet. */
export function SecurityApp({ link }: { readonly link: Link }) {
  const [overview, setOverview] = useState<Overview | null>(null)
  const [error, setError] = useState<ErrorText | null>(null)
  const [path, setPath] = useState<readonly PageName[]>(['home'])
  const [asking, setAsking] = useState<Asking | null>(null)

  const reload = useCallback(async () => {
    setError(null)
    setOverview(await link.call('overview', undefined))
  }, [link])
  const load = useCallback(() => void reload().catch((error: unknown) => setError(readError(error))), [reload])
  useEffect(load, [load])

  const tools = useMemo<SecurityTools | null>(
    () =>
      overview && {
        call: link.call,
        overview,
        reload,
        go: (page) => setPath((before) => [...before, page]),
        back: () => setPath((before) => (before.length > 1 ? before.slice(0, -1) : before)),
        async power() {
          const now = Date.now()
          if (overview.quarantinedUntil !== null && overview.quarantinedUntil > now) throw quarantined()
          if (overview.stepUpUntil !== null && overview.stepUpUntil > now + margin) return
          await new Promise<void>((resolve, reject) => setAsking({ done: resolve, cancel: () => reject(new Cancelled()) })).finally(() =>
            setAsking(null),
          )
          await reload()
        },
      },
    [overview, link, reload],
  )

  if (!tools || !overview)
    return (
      <Screen
        name="loading"
        title={t('security.title')}
        busy={!error}
        onSubmit={load}
        footer={error ? <Submit label={t('security.again')} busy={false} /> : null}
      >
        <ErrorNote error={error} />
        {error ? null : (
          <div className="skeletons" role="status">
            <span className="visually-hidden">{t('home.loading')}</span>
            <i />
            <i />
            <i />
          </div>
        )}
      </Screen>
    )
  const current = path[path.length - 1] ?? 'home'
  const Page = pages[overview.locked || (link.page === 'unlock' && path.length === 1) ? 'unlock' : current]
  return (
    <SecurityContext value={tools}>
      {/* What was begun waits unseen until the user has proven themselves. */}
      <div hidden={asking !== null}>
        <Page />
      </div>
      {asking ? <StepUp onDone={asking.done} onCancel={asking.cancel} /> : null}
    </SecurityContext>
  )
}
