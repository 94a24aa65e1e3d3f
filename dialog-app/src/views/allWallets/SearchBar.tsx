import { useStore } from 'zustand'
import { filterWallets, searchWallets } from '../../features/directory.js'
import { push } from '../../features/view.js'
import { type MessageId, useT } from '../../lib/i18n.js'
import { directoryStore, type FilterName } from '../../state/directory.js'
import { walletsStore } from '../../state/wallets.js'
import { Icon } from '../../ui/Icon.js'
import { roundCount } from '../connect/roundCount.js'

const filters: readonly { readonly name: FilterName; readonly label: MessageId }[] = [
  { name: 'all', label: 'all.all' },
  { name: 'mobile', label: 'all.mobile' },
  { name: 'browser', label: 'all.browser' },
  { name: 'certified', label: 'all.certified' },
]

/** Search, the way to a code for any wallet, and filters. Stays while the list scrolls. */
export function SearchBar() {
  const t = useT()
  const { query, filterName } = useStore(directoryStore)
  const count = roundCount(useStore(walletsStore, (state) => state.count))
  return (
    <div className="search-bar">
      <div className="field one-line">
        <Icon name="search" size={20} />
        <div className="in">
          <input
            type="search"
            data-search
            aria-label={t('all.search')}
            placeholder={count ? t('all.searchCount', { count }) : t('all.search')}
            value={query}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            onChange={(event) => searchWallets(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || query === '') return
              event.preventDefault()
              searchWallets('')
            }}
          />
        </div>
        {query ? (
          <button type="button" className="icon-btn" aria-label={t('all.clear')} onClick={() => searchWallets('')}>
            <Icon name="close" size={20} />
          </button>
        ) : (
          <button
            type="button"
            className="icon-btn"
            aria-label={t('all.qr')}
            data-focus-key="qr"
            onClick={() => push('ConnectingWalletConnectBasic')}
          >
            <Icon name="qr" size={20} />
          </button>
        )}
      </div>
      <fieldset className="chips">
        <legend className="visually-hidden">{t('all.filters')}</legend>
        {filters.map(({ name, label }) => (
          <button key={name} type="button" className="chip" aria-pressed={filterName === name} onClick={() => filterWallets(name)}>
            {t(label)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
