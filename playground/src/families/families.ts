import type { PlaygroundChain } from '../config.js'
import type { FamilyActions } from './action.js'
import type { FamilyCardContent } from './card.js'

/*
 * The folders beside this file, one for each chain family beyond EVM: `card.ts` has the card's words, `actions.ts` the code behind its buttons,
 * which is fetched when one is pressed, and `testWallet.ts` its test wallet.
 */
const cards = import.meta.glob<FamilyCardContent>('./*/card.ts', { eager: true, import: 'card' })
const actions = import.meta.glob<FamilyActions>('./*/actions.ts', { import: 'actions' })

/** The cards of the families that a page's networks are of, in the order of the networks. */
export function familyCards(chains: readonly PlaygroundChain[]): readonly FamilyCardContent[] {
  const namespaces = new Set(chains.map(({ caipNetworkId }) => caipNetworkId.slice(0, caipNetworkId.indexOf(':'))))
  return [...namespaces].flatMap((namespace) => cards[`./${namespace}/card.ts`] ?? [])
}

/** @throws whatever `import()` throws when the code does not arrive */
export async function loadActions(namespace: string): Promise<FamilyActions> {
  const load = actions[`./${namespace}/actions.ts`]
  if (!load) throw new Error(`The playground has no actions for ${namespace}`)
  return load()
}
