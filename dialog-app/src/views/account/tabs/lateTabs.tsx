import { useT } from '../../../lib/i18n.js'
import type { AccountTab } from './accountTab.js'
import { LatePanel } from './LatePanel.js'

const loadNfts = async () => (await import('./Nfts.js')).Nfts
const loadActivity = async () => (await import('./Activity.js')).Activity

function LateNfts() {
  const t = useT()
  return <LatePanel load={loadNfts} label={t('nfts.loading')} />
}

function LateActivity() {
  const t = useT()
  return <LatePanel load={loadActivity} label={t('activity.loading')} />
}

export const nftsTab: AccountTab = {
  id: 'nfts',
  label: 'nfts.tab',
  available: ({ hasPortfolio, hasNfts }) => hasPortfolio && hasNfts,
  Panel: LateNfts,
}

export const activityTab: AccountTab = {
  id: 'activity',
  label: 'activity.tab',
  available: ({ hasPortfolio, features }) => hasPortfolio && features.activity,
  Panel: LateActivity,
}
