import type { NamespaceId } from '@latchkey/protocol'
import { useId } from 'react'
import { familyName } from '../../features/connect/family.js'
import { currentTabStore } from '../../features/money/currentTab.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { nftsStore } from '../../state/nfts.js'
import { portfolioStore } from '../../state/portfolio.js'
import { settingsStore } from '../../state/settings.js'
import { TabList } from '../TabList.js'
import { Elsewhere } from './tabs/Elsewhere.js'
import { accountTabs } from './tabs/tabs.js'

/** What the account has and what happened with it, as far as it is known for its chain family; where it is not, in words. */
export function AccountTabs({ namespace }: { readonly namespace: NamespaceId }) {
  const dialog = useDialog()
  const t = useT()
  const panelId = useId()
  const hasPortfolio = useDialogStore(portfolioStore, ({ status }) => status !== 'unavailable')
  const hasNfts = useDialogStore(nftsStore, ({ status }) => status !== 'unavailable')
  const features = useDialogStore(settingsStore, (state) => state.features)
  const chosen = useDialogStore(currentTabStore, ({ currentTab }) => currentTab)
  const tabs = accountTabs.filter(({ available }) => available({ namespace, hasPortfolio, hasNfts, features }))
  const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  if (!shown)
    return (
      <>
        <p className="muted t-label">{t('tokens.otherFamily', { family: t(familyName(namespace)) })}</p>
        {features.activity && <Elsewhere />}
      </>
    )
  const { id, label, Panel } = shown
  return (
    <>
      <TabList
        look="tabs"
        label={t('account.tabs')}
        tabs={tabs.map((tab) => ({ id: tab.id, label: t(tab.label) }))}
        chosen={id}
        panelId={panelId}
        onChoose={(currentTab) => currentTabStore(dialog).setState({ currentTab })}
      />
      <div className="stack g-3" role="tabpanel" id={panelId} aria-label={t(label)}>
        <Panel />
      </div>
    </>
  )
}
