import type { CaipNetworkId, Nft, NftTrait } from '@latchkey/protocol'
import { fetchNfts } from '../../../api/money.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { shortAddress } from '../../../lib/format.js'
import { after, onDestroy } from '../../../lib/lifetime.js'
import { loadedNamespace, loadNamespace } from '../../../namespaces/registry.js'
import { initialNfts, nftsStore, type OwnNft } from '../../../state/nfts.js'
import { sessionStore } from '../../../state/session.js'
import { cleanName } from '../cleanName.js'
import { money } from '../constants.js'
import { onNetwork } from '../onNetwork.js'

/** Characters of a name. */
const longestName = 48
/** … and of a trait’s name or value. */
const longestTrait = 64
/** Milliseconds until pictures are looked for again that were not there yet, and how often. */
const pause = 2_000
const mostLooks = 5
/** Milliseconds between two looks for what a search of the past has found. */
const searchPause = 3_000

/** What one dialog keeps here. */
type Own = {
  /** False until the dialog knows its services: then nothing is asked for. */
  isStarted: boolean
  /** Views that show them. */
  watchers: number
  shownFor: string | undefined
  control: AbortController | undefined
  timer: (() => void) | undefined
  /** When they were asked for the last time, in milliseconds since 1970. */
  at: number
}

const kept = perDialog((): Own => ({ isStarted: false, watchers: 0, shownFor: undefined, control: undefined, timer: undefined, at: 0 }))

/** Traits that can be shown, each once. */
function readTraits(traits: readonly NftTrait[]): readonly NftTrait[] {
  const clean = traits.map(({ name, value }) => ({ name: cleanName(name, longestTrait), value: cleanName(value, longestTrait) }))
  return [...new Map(clean.map((trait) => [`${trait.name} ${trait.value}`, trait])).values()].filter(({ value }) => value !== '')
}

/** An NFT of the server's, as the dialog counts it. Pure. */
export function readNft({ chainId, address, tokenId, name, collection, imageUrl, traits = [], amount, spam }: Nft): OwnNft {
  const contract = address.slice(chainId.length + 1)
  const family = cleanName(collection, longestName) || shortAddress(contract)
  return {
    id: `${address}/${tokenId}`,
    networkId: chainId as CaipNetworkId,
    contract,
    tokenId,
    name: (name && cleanName(name, longestName)) || `${family} #${cleanName(tokenId)}`,
    collection: family,
    picture: imageUrl,
    traits: readTraits(traits),
    amount: BigInt(amount),
    isSpam: spam,
  }
}

/** What is now is not known: it is asked for again while somebody looks. */
function awaitAnswer(dialog: Dialog, own: Own) {
  if (own.watchers > 0) own.timer = after(dialog, money.retryBlock, () => void load(dialog, { isQuiet: true }))
}

/** @param how `looks`: how often it was asked for pictures that were not there yet; `isQuiet`: nobody asked for it, so what is on screen stays until there is something else */
async function load(dialog: Dialog, { looks = 0, isQuiet = false } = {}): Promise<void> {
  const own = kept(dialog)
  const of = onNetwork(dialog)
  if (!of) return
  stop(own)
  const mine = new AbortController()
  own.control = mine
  const store = nftsStore(dialog)
  try {
    const namespace = await loadNamespace(dialog, of.namespace)
    if (mine.signal.aborted) return
    if (!namespace.nfts) {
      store.setState({ ...initialNfts, status: 'unavailable' }, true)
      return
    }
    const { status } = store.getState()
    if (status !== 'ready' && status !== 'unserved' && !(isQuiet && status === 'failed')) store.setState({ status: 'loading' })
    const { nfts, stale, searching, unserved } = await fetchNfts(dialog, {
      address: of.address,
      networkId: of.networkId,
      signal: mine.signal,
    })
    if (mine.signal.aborted) return
    const isSearching = searching?.includes(of.networkId) ?? false
    const isOld = stale?.includes(of.networkId) ?? false
    // Of what is not whole yet nobody is told when it is: who comes back to it asks again.
    own.at = isSearching || isOld ? 0 : dialog.now()
    if (unserved?.includes(of.networkId)) {
      store.setState({ ...initialNfts, status: 'unserved' }, true)
      return
    }
    const held = nfts.filter(({ chainId, amount }) => chainId === of.networkId && amount !== '0').map(readNft)
    store.setState({ status: 'ready', nfts: [...new Map(held.map((nft) => [nft.id, nft])).values()], isSearching, isOld })
    if (isOld) return awaitAnswer(dialog, own)
    if (isSearching && own.watchers > 0) {
      own.timer = after(dialog, searchPause, () => void load(dialog, { isQuiet: true }))
      return
    }
    const isWaiting = own.watchers > 0 && looks < mostLooks && nfts.some(({ pending }) => pending)
    if (isWaiting) own.timer = after(dialog, pause, () => void load(dialog, { looks: looks + 1 }))
  } catch {
    if (mine.signal.aborted) return
    // What is known stays, marked as old.
    if (store.getState().status === 'ready') store.setState({ isOld: true })
    else store.setState({ ...initialNfts, status: 'failed' }, true)
    awaitAnswer(dialog, own)
  } finally {
    if (own.control === mine) own.control = undefined
  }
}

/** Asks for them again; what nobody looks at is asked for when somebody does. */
export async function refreshNfts(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  own.at = 0
  if (own.watchers > 0) await load(dialog, { isQuiet: true })
}

/** The user wants to see them after all. */
export function retryNfts(dialog: Dialog): void {
  void load(dialog)
}

/**
 * Somebody looks at the NFTs: they are asked for, and kept up to date.
 *
 * @returns nobody looks any more
 */
export function watchNfts(dialog: Dialog): () => void {
  const own = kept(dialog)
  own.watchers += 1
  if (own.isStarted && dialog.now() - own.at >= money.historyCache) void load(dialog)
  return () => {
    own.watchers -= 1
    if (own.watchers === 0) own.timer?.()
  }
}

function stop(own: Own) {
  own.control?.abort()
  own.control = undefined
  own.timer?.()
  own.timer = undefined
}

/** Another account or network: what is on screen is not its own. */
function follow(dialog: Dialog) {
  const own = kept(dialog)
  const of = onNetwork(dialog)
  if (of?.key === own.shownFor) return
  own.shownFor = of?.key
  own.at = 0
  stop(own)
  const family = of && loadedNamespace(dialog, of.namespace)
  nftsStore(dialog).setState(family && !family.nfts ? { ...initialNfts, status: 'unavailable' } : initialNfts, true)
  if (own.watchers > 0) void load(dialog)
}

/** From now on the NFTs are those of the active account, on the network it is on. */
export function startNfts(dialog: Dialog): void {
  kept(dialog).isStarted = true
  sessionStore(dialog).subscribe(() => follow(dialog))
  onDestroy(dialog, () => stop(kept(dialog)))
  follow(dialog)
}
