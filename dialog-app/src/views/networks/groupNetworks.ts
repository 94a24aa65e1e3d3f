import type { NetworkRow } from '../../features/switchNetwork.js'

export type { NetworkRow } from '../../features/switchNetwork.js'

/** With more than this many there is a search. */
const searchAbove = 7
/** The first ones of the page's own order, when there are many. */
const popularCount = 5

export type NetworkGroups = {
  readonly search: boolean
  readonly popular: readonly NetworkRow[]
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

/** Sorts the page's networks into what a person looks for, and picks what matches a query by name. */
export function groupNetworks(rows: readonly NetworkRow[], query: string): NetworkGroups {
  const tests = rows.filter(({ network }) => network.testnet)
  const main = rows.filter(({ network }) => !network.testnet)
  const search = rows.length > searchAbove
  const many = main.length > searchAbove
  // The one a person is on is never hidden among the others.
  const ranked = usableFirst(main)
  const popular = many ? ranked.filter((row, index) => index < popularCount || row.current) : ranked
  const others = ranked
    .filter((row) => !popular.includes(row))
    .sort(
      (one, two) =>
        Number(Boolean(one.disabledReason)) - Number(Boolean(two.disabledReason)) || one.network.name.localeCompare(two.network.name),
    )
  const needle = plain(query.trim())
  const found = needle ? usableFirst(rows.filter(({ network }) => plain(network.name).includes(needle))) : []
  const onTest = tests.some((row) => row.current)
  return { search, popular, others, tests: usableFirst(tests), foldTests: main.length > 0 && tests.length > 0 && !onTest, found }
}
