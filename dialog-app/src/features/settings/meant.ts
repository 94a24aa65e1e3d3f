import { chooseLanguage, closest, languages, type Mistake, type Options } from '@latchkey/protocol'
import { pageOptions } from '@latchkey/protocol/schemas/pageOptions'
import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'
import { walletsStore } from '../../state/wallets.js'
import { guideWallets } from '../connect/guide.js'
import { themeTokens } from './themeTokens.js'

/** The names that an object of options may have. */
function optionNames(path: string): readonly string[] {
  const { shape } = pageOptions
  if (path.startsWith('features.')) return Object.keys(shape.features.def.innerType.shape)
  if (path.startsWith('metadata.')) return Object.keys(shape.metadata.def.innerType.shape)
  return Object.keys(shape)
}

/** What stands at the place of a mistake otherwise, by how its author may have written it. */
function candidates(dialog: Dialog, { kind, path, expected = '' }: Mistake): ReadonlyMap<string, string> {
  const own = (names: readonly string[]) => new Map(names.map((name) => [name, name]))
  if (kind === 'unknown') return own(optionNames(path))
  if (kind === 'token') return own(themeTokens)
  if (path === 'locale') return own(Object.keys(languages))
  if (/^(networks|defaultNetwork)\b/.test(path)) {
    const { networks = [] } = settingsStore(dialog).getState().boot ?? {}
    return new Map(networks.flatMap(({ caipNetworkId: id, name }) => [[id, id] as const, [name, id] as const]))
  }
  if (kind === 'wallet') {
    const { discovered, listed } = walletsStore(dialog).getState()
    const wallets = [...discovered, ...listed, ...guideWallets]
    // A page's lists take no names.
    return new Map(wallets.flatMap(({ id, name }) => [[id, id] as const, [name, path === 'open' ? name : id] as const]))
  }
  return own([...expected.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name))
}

/** A mistake with what was most likely meant, where something is like it. */
export function withMeant(dialog: Dialog, mistake: Mistake): Mistake {
  const { kind, path, value } = mistake
  const given = kind === 'unknown' || kind === 'token' ? path.split('.').at(-1) : /^"(.*)"$/.exec(value)?.[1]
  const found = candidates(dialog, mistake)
  const meant = found.get(closest(given ?? '', [...found.keys()]) ?? '')
  return meant === undefined || meant === given ? mistake : { ...mistake, closest: meant }
}

/** An empty list of networks, with which nothing can be connected; a language that has no texts, neither ours nor the page's own. */
export function emptyOrForeign({ networks, locale = 'en', messages = {} }: Options): readonly Mistake[] {
  const hasTexts = locale in messages || /^en\b/i.test(locale) || chooseLanguage([locale]) !== 'en'
  return [
    ...(networks?.length === 0 ? [{ kind: 'network' as const, path: 'networks', value: '[]' }] : []),
    ...(hasTexts
      ? []
      : [{ kind: 'value' as const, path: 'locale', value: JSON.stringify(locale), expected: Object.keys(languages).join(', ') }]),
  ]
}
