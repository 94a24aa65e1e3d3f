import names from './curated/names.json' with { type: 'json' }
import type { Draft } from './draft.js'

/** Everything the sources say about one wallet, best source first. */
export type Group = { name: string; drafts: Draft[] }

/** Whose word counts when sources differ: hand-kept deep links first, then the largest list, then the older ones. */
const precedence = ['@rainbow-me/rainbowkit', 'thirdweb', '@web3-onboard/injected-wallets', '@solana/']
const rank = ({ source }: Draft) => precedence.findIndex((prefix) => source.startsWith(prefix))

const preferredName = (name: string) => (names.names as Record<string, string>)[name] ?? name

/** A name as users compare it: no case, accents, spaces or signs. */
export const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Hosts that serve many makers say nothing about who made the wallet. */
const shared = /(?:^|\.)(?:google|apple|github|notion|linktr|vercel|web|telegram|t|medium|bnbchain)\.(?:com|io|so|ee|app|me|org)$/
const hostOf = (draft: Draft) => {
  const host = draft.homepage && URL.canParse(draft.homepage) ? new URL(draft.homepage).hostname.replace(/^www\./, '') : undefined
  return host && !shared.test(host) ? host : undefined
}

const same = (a: string | undefined, b: string | undefined) => a !== undefined && a === b

/**
 * Joins drafts of one wallet: by rdns, else by name, else by homepage. Two rows of one source are one wallet only when name and host agree
 * (two makers do share a name), and rows with different rdns are never one wallet by their host alone.
 */
export function mergeDrafts(drafts: readonly Draft[]): Group[] {
  const groups: Group[] = []
  for (const draft of [...drafts].sort((a, b) => rank(a) - rank(b))) {
    const name = preferredName(draft.name)
    const host = hostOf(draft)
    const candidates = groups.filter((group) => {
      const sibling = group.drafts.find(({ source }) => source === draft.source)
      return !sibling || (plain(group.name) === plain(name) && same(hostOf(sibling), host))
    })
    const found =
      candidates.find((group) => group.drafts.some(({ rdns }) => same(rdns, draft.rdns))) ??
      candidates.find((group) => plain(group.name) === plain(name)) ??
      candidates.find((group) => group.drafts.some((other) => same(hostOf(other), host) && !(other.rdns && draft.rdns)))
    if (found) found.drafts.push(draft)
    else groups.push({ name, drafts: [draft] })
  }
  return groups
}
