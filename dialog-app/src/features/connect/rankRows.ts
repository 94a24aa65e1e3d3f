import type { ConnectorOrder, CustomWallet, NamespaceId, WalletInfo } from '@latchkey/protocol'
import { limits } from '@latchkey/protocol'
import type { WalletRow } from '../../state/walletRow.js'

/** A wallet that is not here but known: from the guide, later from the directory. */
export type KnownWallet = {
  readonly id: string
  readonly name: string
  readonly icon?: string
  readonly rdns?: string
  readonly namespaces: readonly NamespaceId[]
  readonly listed?: true
}

/** What a wallet is known by. */
export type NamedWallet = Pick<KnownWallet, 'id' | 'name' | 'rdns'>

export type RowSources = {
  readonly discovered: readonly WalletInfo[]
  /** Best first: also the rank of installed wallets. */
  readonly known: readonly KnownWallet[]
  /** What else the directory has of the wallets that the page's lists name: those that it is told to leave out are not among the known. */
  readonly named?: readonly NamedWallet[]
  readonly custom: readonly CustomWallet[]
  /** Ids, newest first. */
  readonly recent: readonly string[]
  readonly featuredIds?: readonly string[] | undefined
  readonly includeIds?: readonly string[] | undefined
  readonly excludeIds?: readonly string[] | undefined
  readonly order?: readonly ConnectorOrder[] | undefined
  /** Ways to connect that are no wallets and stand beside them: e-mail, social. They take room from recommendations. */
  readonly otherMethods?: number
  /** Families of the page's networks, or the one it asked for. */
  readonly namespaces: readonly NamespaceId[]
  readonly phone: boolean
}

/** The row that leads to a code for any wallet. A page takes it away by excluding this id. */
export const anyWalletId = 'walletConnect'

type Candidate = WalletRow & { readonly rdns?: string | undefined; readonly type: ConnectorOrder; readonly rank: number }

const defaultOrder: readonly ConnectorOrder[] = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended']

/** What a page chose to show; recommendations fill up to `limits.recommendedWallets` with it. */
const chosen: readonly ConnectorOrder[] = ['injected', 'featured', 'custom']

/** A name as users compare it: "Rabby" and "Rabby Wallet" are the same. */
export const normalName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(wallet|extension)\b|[^\p{L}\p{N}]/gu, '')

/** MetaMask's app announces itself under a name of its own: on phones it is the same wallet. */
const normalRdns = (rdns: string | undefined, phone: boolean) => (phone && rdns === 'io.metamask.mobile' ? 'io.metamask' : rdns)

/** The entries for a wallet that the page found: of the same rdns, else of the same name. One with another rdns is of another wallet. */
function entriesOf<Entry extends NamedWallet>({ name, rdns }: Pick<Candidate, 'name' | 'rdns'>, known: readonly Entry[]): readonly Entry[] {
  const same = known.filter((entry) => rdns && entry.rdns === rdns)
  return same[0] ? same : known.filter((entry) => !(rdns && entry.rdns) && normalName(entry.name) === normalName(name))
}

/** Whether the page's lists leave a wallet in. One that is not from the directory goes by the names of its entry there, too. */
function isAllowed(candidate: Candidate, { includeIds = [], excludeIds = [], known, named = [] }: RowSources): boolean {
  const listed = (ids: readonly string[]) =>
    ids.length > 0 &&
    [candidate, ...(candidate.listed ? [] : entriesOf(candidate, [...known, ...named]))].some(
      ({ id, rdns = id }) => ids.includes(id) || ids.includes(rdns),
    )
  return !listed(excludeIds) && (includeIds.length === 0 || listed(includeIds))
}

/** What the page found; a bare `window.ethereum` only where nothing announced itself, or on phones. */
function installedRows(sources: RowSources): Candidate[] {
  const { discovered, phone, known } = sources
  const announced = discovered.some(({ source }) => source === 'announced')
  return discovered
    .filter(({ source }) => source !== 'injected' || phone || !announced)
    .map((wallet) => {
      const rdns = normalRdns(wallet.rdns, phone)
      const [entry] = entriesOf({ name: wallet.name, rdns }, known)
      const namespaces = Object.keys(wallet.namespaces) as NamespaceId[]
      // What announced itself by a standard comes before what any script could have put under a name.
      const isAnnounced = wallet.source === 'announced' || wallet.source === 'standard'
      const group = namespaces.length > 1 ? 0 : isAnnounced ? 1 : 2
      const rank = group * 10_000 + (entry ? known.indexOf(entry) : 9_000)
      return { ...pick(wallet), rdns, namespaces, installed: true, badge: 'installed', type: 'injected', rank }
    })
}

const pick = ({ id, name, icon }: { id: string; name: string; icon?: string | undefined }) => ({ id, name, ...(icon ? { icon } : {}) })

function absentRows({ known, custom, recent, featuredIds = [], namespaces }: RowSources): Candidate[] {
  const own: KnownWallet[] = custom.map((wallet) => ({
    ...pick({ ...wallet, icon: wallet.image_url }),
    ...(wallet.rdns ? { rdns: wallet.rdns } : {}),
    // A page that lists a wallet itself says that it fits.
    namespaces,
    listed: true,
  }))
  const row = (wallet: KnownWallet, type: ConnectorOrder, rank: number): Candidate => ({
    ...pick(wallet),
    rdns: wallet.rdns,
    namespaces: wallet.namespaces,
    installed: false,
    ...(wallet.listed ? { listed: true } : {}),
    ...(recent.includes(wallet.id) ? { badge: 'recent' as const } : {}),
    type,
    rank,
  })
  const everybody = [...own, ...known]
  const byId = (ids: readonly string[], type: ConnectorOrder) =>
    ids.flatMap((id, rank) => {
      const wallet = everybody.find((each) => each.id === id || each.rdns === id)
      return wallet ? [row(wallet, type, rank)] : []
    })
  return [
    ...byId(recent, 'recent'),
    ...byId(featuredIds, 'featured'),
    ...own.map((wallet, rank) => row(wallet, 'custom', rank)),
    ...known.map((wallet, rank) => row(wallet, 'recommended', rank)),
  ]
}

const isSame = (a: Candidate, b: Candidate) =>
  a.id === b.id || (a.rdns !== undefined && a.rdns === b.rdns) || normalName(a.name) === normalName(b.name)

/** A wallet's id in each of its families. */
const connectorsOf = ({ id, namespaces, connectors }: WalletRow) =>
  connectors ?? Object.fromEntries(namespaces.map((namespace) => [namespace, id]))

/** One row per wallet: the first stays, and knows the families of its doubles. An installed one is never joined by what is not here. */
function merge(candidates: readonly Candidate[]): Candidate[] {
  const rows: Candidate[] = []
  for (const candidate of candidates) {
    const index = rows.findIndex((row) => isSame(row, candidate))
    const row = rows[index]
    if (!row) rows.push(candidate)
    else if (row.installed && candidate.installed) {
      const namespaces = [...new Set([...row.namespaces, ...candidate.namespaces])]
      const connectors = { ...connectorsOf(candidate), ...connectorsOf(row) }
      const icon = row.icon ?? candidate.icon
      rows[index] = {
        ...row,
        ...(icon ? { icon } : {}),
        namespaces,
        connectors,
        rank: namespaces.length > 1 ? row.rank % 10_000 : row.rank,
      }
    }
  }
  return rows
}

/**
 * The wallet list: filtered, one row per wallet, ordered by kind, then by rank. Pure.
 */
export function rankRows(sources: RowSources): readonly WalletRow[] {
  const { order = [], namespaces, featuredIds = [], excludeIds = [], otherMethods = 0 } = sources
  const fits = (candidate: Candidate) =>
    isAllowed(candidate, sources) && candidate.namespaces.some((namespace) => namespaces.includes(namespace))
  const rows = merge([...installedRows(sources), ...absentRows(sources)].filter(fits))
  const taken = rows.filter(({ type }) => chosen.includes(type)).length + otherMethods
  const anyWallet = !excludeIds.includes(anyWalletId)
  let room = anyWallet && featuredIds.length === 0 ? limits.recommendedWallets - taken : 0
  const shown = rows.filter(({ type }) => type !== 'recommended' || room-- > 0)
  if (anyWallet) shown.push({ id: anyWalletId, name: 'WalletConnect', installed: false, namespaces, type: 'walletConnect', rank: 0 })
  const kinds = [...new Set([...order, ...defaultOrder])]
  return shown
    .sort((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type) || a.rank - b.rank)
    .map(({ type: _type, rank: _rank, rdns: _rdns, namespaces: all, ...row }) => ({
      ...row,
      namespaces: all.filter((namespace) => namespaces.includes(namespace)),
    }))
}
