import type { NamespaceId } from '@latchkey/protocol'
import type { NetworkRow } from '../../features/networks/switchNetwork.js'

export type { NetworkRow } from '../../features/networks/switchNetwork.js'

/** With more than this many there is a search. */
const searchAbove = 7
/** The first ones of the page's own order, when there are many. */
const popularCount = 5

export type FamilyGroup = { readonly namespace: NamespaceId; readonly rows: readonly NetworkRow[] }

export type NetworkGroups = {
  readonly search: boolean
  readonly popular: readonly NetworkRow[]
  /** With several chain families each has its own heading, and nothing is popular. The one in use comes first. */
  readonly families: readonly FamilyGroup[]
  /** A to Z; empty when everything fits under one heading. */
  readonly others: readonly NetworkRow[]
  readonly tests: readonly NetworkRow[]
  /** Test networks are folded away, unless there is nothing else. */
  readonly foldTests: boolean
  /** What matches the query, tests included. */
  readonly found: readonly NetworkRow[]
}

const usableFirst = (rows: readonly NetworkRow[]) => [
  ...rows.filter((row) => !row.disabledReason),
  ...rows.filter((row) => row.disabledReason),
]

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function byFamily(rows: readonly NetworkRow[]): readonly FamilyGroup[] {
  const names = [...new Set(rows.map(({ network }) => network.chainNamespace))]
  const used = rows.find(({ current }) => current)?.network.chainNamespace
  return names
    .sort((a, b) => Number(b === used) - Number(a === used))
    .map((namespace) => ({ namespace, rows: rows.filter(({ network }) => network.chainNamespace === namespace) }))
}

/** Sorts the page's networks into what a user looks for, and picks what matches a query by name. */
export function groupNetworks(rows: readonly NetworkRow[], query: string): NetworkGroups {
  const tests = rows.filter(({ network }) => network.testnet)
  const main = rows.filter(({ network }) => !network.testnet)
  const search = rows.length > searchAbove
  const many = main.length > searchAbove
  // The one a user is on is never hidden among the others.
  const ranked = usableFirst(main)
  const several = byFamily(usableFirst(main))
  const families = several.length > 1 ? several : []
  const popular = families.length > 0 ? [] : many ? ranked.filter((row, index) => index < popularCount || row.current) : ranked
  const others = ranked
    .filter((row) => families.length === 0 && !popular.includes(row))
    .sort(
      (one, two) =>
        Number(Boolean(one.disabledReason)) - Number(Boolean(two.disabledReason)) || one.network.name.localeCompare(two.network.name),
    )
  const needle = plain(query.trim())
  const found = needle ? usableFirst(rows.filter(({ network }) => plain(network.name).includes(needle))) : []
  const onTest = tests.some((row) => row.current)
  return { search, popular, families, others, tests: usableFirst(tests), foldTests: main.length > 0 && tests.length > 0 && !onTest, found }
}
