import { useId, useRef } from 'react'
import { useWalletConnect } from '../../features/connect/rows.js'
import { filterWallets, searchWallets } from '../../features/directory/directory.js'
import { push } from '../../features/navigator/view.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { directoryStore, isUnfiltered, noFilter } from '../../state/directory.js'
import { networksStore } from '../../state/networks.js'
import { walletsStore } from '../../state/wallets.js'
import { Icon } from '../../ui/Icon.js'
import { roundCount } from '../connect/roundCount.js'

const platforms = [
  { platform: 'mobile', label: 'all.mobile' },
  { platform: 'browser', label: 'all.browser' },
] as const

/** Chips: which wallets are shown. Platform and family are one choice each, taken back by a second tap; all hold at once. */
function Filters() {
  const dialog = useDialog()
  const t = useT()
  const filter = useDialogStore(directoryStore, (state) => state.filter)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const families = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const chip = (label: string, pressed: boolean, onClick: () => void) => (
    <button key={label} type="button" className="chip" aria-pressed={pressed} onClick={onClick}>
      {label}
    </button>
  )
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">{t('all.filters')}</legend>
      {chip(t('all.all'), isUnfiltered(filter), () => filterWallets(dialog, noFilter))}
      {platforms.map(({ platform, label }) =>
        chip(t(label), filter.platform === platform, () =>
          filterWallets(dialog, { platform: filter.platform === platform ? 'all' : platform }),
        ),
      )}
      {families.length > 1 &&
        families.map((family) =>
          chip(t(`family.${family}`), filter.family === family, () =>
            filterWallets(dialog, { family: filter.family === family ? null : family }),
          ),
        )}
      {chip(t('all.certified'), filter.certified, () => filterWallets(dialog, { certified: !filter.certified }))}
    </fieldset>
  )
}

/** Search, the way to a code for any wallet, and filters. Stays while the list scrolls. */
export function SearchBar() {
  const dialog = useDialog()
  const t = useT()
  const query = useDialogStore(directoryStore, (state) => state.query)
  const codes = useWalletConnect()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const count = roundCount(useDialogStore(walletsStore, (state) => state.count))
  return (
    <div className="search-bar">
      <div className="field one-line">
        <label htmlFor={id}>
          <Icon name="search" size={20} />
        </label>
        <div className="in">
          <input
            id={id}
            ref={input}
            type="search"
            data-search
            aria-label={t('all.search')}
            placeholder={count ? t('all.searchCount', { count }) : t('all.search')}
            value={query}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            onChange={(event) => searchWallets(dialog, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || query === '') return
              event.preventDefault()
              searchWallets(dialog, '')
            }}
          />
        </div>
        {query ? (
          <button
            type="button"
            className="icon-btn"
            aria-label={t('all.clear')}
            onClick={() => {
              searchWallets(dialog, '')
              // In the button's place comes another one.
              input.current?.focus()
            }}
          >
            <Icon name="close" size={20} />
          </button>
        ) : (
          codes && (
            <button
              type="button"
              className="icon-btn"
              aria-label={t('all.qr')}
              data-focus-key="qr"
              onClick={() => push(dialog, 'ConnectingWalletConnectBasic')}
            >
              <Icon name="qr" size={20} />
            </button>
          )
        )}
      </div>
      <Filters />
    </div>
  )
}
