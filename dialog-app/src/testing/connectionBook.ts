import { type CaipNetworkId, type NamespaceId, namespaceIds, type Snapshot } from '@latchkey/protocol'
import { createStore } from '../../../host-sdk/src/store.js'

export const families = ['eip155', 'solana'] as const
export type Family = (typeof families)[number]

type Entry = { readonly id: string; readonly addresses: readonly string[]; readonly networkId: CaipNetworkId }

/** What should be true, told without the dialog: for each family who is connected, the one that answers first. */
export class Book {
  families = new Map<Family, Entry[]>()
  active: Family | null = null
  asleep = new Set<string>()

  list = (family: Family) => this.families.get(family) ?? []
  find = (family: Family, id: string) => this.list(family).find((entry) => entry.id === id)

  put(family: Family, list: Entry[]) {
    if (list.length > 0) this.families.set(family, list)
    else this.families.delete(family)
    if (this.active === null || !this.families.has(this.active)) this.active = [...this.families.keys()][0] ?? null
  }
  lead(family: Family, entry: Entry) {
    this.put(family, [entry, ...this.list(family).filter(({ id }) => id !== entry.id)])
    this.active = family
  }
  change(family: Family, id: string, change: Partial<Entry>) {
    this.put(
      family,
      this.list(family).map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
    )
  }
  remove(family: Family, id: string) {
    this.put(
      family,
      this.list(family).filter((entry) => entry.id !== id),
    )
  }
  facts() {
    return Object.fromEntries(families.flatMap((family) => (this.families.has(family) ? [[family, this.list(family)]] : [])))
  }
}

type Event = readonly [name: string, namespace: NamespaceId, value: unknown]

/** The events between two states of the book: once each, with what the page is told. `connect` and `disconnect` say all of their change alone. */
export function eventsBetween(before: Book['families'], after: Book['families']): Event[] {
  return families.flatMap((family): Event[] => {
    const was = before.get(family)?.[0]
    const is = after.get(family)?.[0]
    if (!is || !was) return is ? [['connect', family, is.addresses[0]]] : was ? [['disconnect', family, undefined]] : []
    const list: Event[] = []
    if (String(is.addresses) !== String(was.addresses)) list.push(['accountsChanged', family, is.addresses])
    if (is.networkId !== was.networkId) list.push(['chainChanged', family, is.networkId])
    return list
  })
}

/** What a page hears, by the page's own code. */
export function listen(): { apply(snapshot: Snapshot): void; take(): Event[] } {
  const store = createStore(false)
  let heard: Event[] = []
  store.events.on('connect', ({ namespace, address: first }) => heard.push(['connect', namespace, first]))
  store.events.on('accountsChanged', ({ namespace, accounts }) =>
    heard.push(['accountsChanged', namespace, accounts.map((one) => one.address)]),
  )
  store.events.on('chainChanged', ({ namespace, networkId }) => heard.push(['chainChanged', namespace, networkId]))
  store.events.on('disconnect', ({ namespace }) => heard.push(['disconnect', namespace, undefined]))
  const order = (event: Event) => namespaceIds.indexOf(event[1])
  return {
    apply: store.apply,
    take() {
      const events = [...heard].sort((a, b) => order(a) - order(b))
      heard = []
      return events
    },
  }
}
