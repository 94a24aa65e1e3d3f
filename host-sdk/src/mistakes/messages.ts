import { closest, codes, isNamespaceId, type Mistake, namespaceIds, type OpenParams, viewNames } from '@latchkey/protocol'
import { networkEntries, networkId } from '../networkId.js'
import { nicknames } from '../provider/nicknames.js'
import { registry } from '../registry.js'
import { type Fault, findFault } from './findFault.js'

const json = (value: unknown, replace?: (key: string, part: unknown) => unknown) => JSON.stringify(value, replace) ?? String(value)

/** The rest of a sentence about a value that is wrong. */
const meant = (found: string | undefined) => (found === undefined ? '' : `; did you mean ${json(found)}?`)

const meantFamily = (value: unknown) =>
  meant(Object.entries(nicknames).find(([name]) => name === String(value).toLowerCase())?.[1] ?? closest(String(value), namespaceIds))

const optionMessages: Readonly<Record<Mistake['kind'], (mistake: Mistake) => string>> = {
  value: ({ path, value, expected }) => `The option ${path} cannot be ${value} and is left out${expected ? `; it takes ${expected}` : ''}`,
  unknown: ({ path, value }) => `There is no option ${path} (it is ${value})`,
  network: ({ path, value }) =>
    value === '[]'
      ? `The option ${path} is an empty list, so nothing can be connected: leave it out for the project's networks`
      : `The option ${path} names ${value}, which is no network of the project, and it is left out`,
  token: ({ path, value }) =>
    `The option ${path} cannot be ${value} and is left out: it is no public token, or takes another kind of value`,
  wallet: ({ path, value }) =>
    `${path === 'open' ? 'open({ wallet })' : `The option ${path}`} names ${value}, a wallet that neither the directory nor this page has`,
  ancestor: ({ path, value }) =>
    `Origin Not Allowed: ${path}, which frames this page, is not among the ancestors of project ${value}: here everybody connects in a window of their own`,
}

/** Why a frame did not come, as far as the browser lets it be known (`findFault.ts`). */
const loadMessages: Readonly<Record<string, (origin: string) => readonly [text: string, place?: string]>> = {
  policy: (origin) => [`This page's Content Security Policy forbids ${origin}: add it to frame-src`, 'csp'],
  silence: (origin) => [
    `The document that ${origin} sent is not the dialog. Is dialogUrl the dialog's origin, and is its server running? Is this page framed by a site that the project does not list (ancestors)?`,
    'errors#iframe_load_failed',
  ],
  nothing: (origin) => [`Nothing listens at ${origin}. Does the server run, and are host and port of dialogUrl its own?`],
  other: (origin) => [`Something listens at ${origin}, and it is no Latchkey dialog. Are host and port of dialogUrl those of the dialog?`],
  'http:': (origin) => [`The dialog answers at ${origin.replace('https:', 'http:')}, and not at ${origin}: is dialogUrl http://?`],
  'https:': (origin) => [`The dialog answers at ${origin.replace('http:', 'https:')}, and not at ${origin}: is dialogUrl https://?`],
}

/** Written alike means the same: functions are made anew by every render. A network is its id, in each way to write it. */
const written = (key: string, value: unknown) =>
  json(key === 'networks' ? networkEntries(value).map(networkId) : key === 'defaultNetwork' ? networkId(value) : value, (_key, part) =>
    typeof part === 'bigint' || typeof part === 'function' ? typeof part : part,
  )

/** @param where the call that was given something else than a chain family */
const family = (where: string, given: unknown) => [
  `${where} cannot be ${json(given)}: it takes ${namespaceIds.join(', ')}${meantFamily(given)}`,
  'families',
]

type Suspect = (fault: Fault | undefined) => void

/** The server refused this page. */
function refused(message: string, projectId: unknown) {
  const page =
    message === 'Origin Not Allowed'
      ? `: ${location.origin} is not on the list of project ${json(projectId)}`
      : `: the server has no project ${json(projectId)}, or it is disabled`
  return [message + page, 'errors#refused']
}

/** Written as an origin is, but for a slash at its end and its letters' case. */
const isSound = (given: unknown, used: string) => {
  const text = String(given).trim()
  return /^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).href === `${used}/`
}

/** What is said, and where to read more, by what it is about. Undefined: there is nothing to be said. */
export const messages = {
  /** @param used the origin that is used all the same, if one can be */
  dialogUrl(given: unknown, used?: string) {
    const what = `The option dialogUrl is ${json(given)}`
    if (used && isSound(given, used)) return undefined
    if (used) return [`${what}, of which ${used} is used: write it as the dialog's origin alone`, 'options#dialogUrl']
    if (!given) return ['The option dialogUrl is missing: it is the origin of your Latchkey server', 'options#dialogUrl']
    return [`${what}, which is no other origin than this page's that could serve the dialog`, 'options#dialogUrl']
  },
  /** What a page has no dialog without, and what its own address takes away. */
  place(projectId: string) {
    if (!projectId) return ['Project ID Not Configured: the option projectId (data-project-id) is missing', 'options#projectId']
    return globalThis.origin === 'null'
      ? [
          `Origin Not Allowed: this page has no origin, as in a sandbox without allow-same-origin, or from a file, so project ${json(projectId)} cannot list it`,
          'errors#refused',
        ]
      : [
          `${location.origin} is not a secure context: use https or localhost. Here browsers have no keys for the embedded wallet, no clipboard and no camera, and few extensions`,
          'devices#insecure',
        ]
  },
  /** @param why the frame is gone; while its document is only silent, the function that is told of the fault, and nothing is said yet */
  load(origin: string, why: { readonly code: number; readonly message: string; readonly cause?: unknown } | Suspect, projectId?: string) {
    if (typeof why === 'function') {
      findFault(origin).then(why, () => {})
      return undefined
    }
    if (why.code === codes.unauthorized) return refused(why.message, projectId)
    if (why.code !== codes.disconnected) return undefined
    return (
      loadMessages[`${why.cause}`]?.(origin) ?? [
        `${origin} did not answer. Does the server run? Does the page's Content Security Policy allow it?`,
        'errors#iframe_load_failed',
      ]
    )
  },
  container: (selector: unknown) => [`open({ container }) found no element for ${json(selector)} and draws over the page`, 'embed#open'],
  size: (box: string) => [
    `The container of open() is ${box} px, so nothing of the dialog can be seen: give it a width and a height`,
    'embed#open',
  ],
  /** The dialog refused what it was opened with. */
  opening({ view, namespace }: Partial<OpenParams>) {
    if (view !== undefined && !viewNames.includes(view))
      return [`open({ view }) cannot be ${json(view)}${meant(closest(String(view), viewNames))}`, 'embed#open']
    if (namespace !== undefined && !isNamespaceId(namespace)) return family('open({ namespace })', namespace)
    return undefined
  },
  family,
  /** A second `createModal`, whose options count for nothing where they differ. */
  ignored(given: object, first: object = given) {
    const held = first as Readonly<Record<string, unknown>>
    const keys = Object.entries(given).flatMap(([key, value]) => (written(key, value) === written(key, held[key]) ? [] : [key]))
    if (!keys.length) return undefined
    return [
      `createModal was called before for this project: ${keys.join(', ')} of the second call is ignored. Use setOptions`,
      'embed#instances',
    ]
  },
  fixed: (keys: readonly string[]) => [
    `${keys.join(', ')} cannot change while the page runs: destroy() the modal and create another`,
    'embed#react',
  ],
  name: () => ['This page has something else called "Modal" (an id of an element is such a name): use window.Latchkey', 'embed#names'],
  button: (projectId: string) => [
    `A <latchkey-button> is empty: this page has created no modal of project ${json(projectId)}`,
    'embed#button',
  ],
  option: (mistake: Mistake) => [
    optionMessages[mistake.kind](mistake) + meant(mistake.closest),
    // What does not exist has no place of its own.
    mistake.kind === 'ancestor'
      ? 'embed#framed'
      : mistake.path === 'open'
        ? 'embed#open'
        : mistake.kind === 'unknown'
          ? 'options'
          : `options#${mistake.path.split('.')[0]}`,
  ],
} satisfies Record<string, (...details: never[]) => readonly [text: string, place?: string] | readonly string[] | undefined>

/** The documentation of the installation that this page uses: every dialog's origin serves it. */
function docs(): string | undefined {
  const origins = [...registry().instances.keys()].map((key) => key.split(' ').at(-1) ?? '')
  return origins.find((origin) => URL.canParse(origin))
}

const said = new Set<string>()

/** Says it on the page's console, each line once. */
export function say<Name extends keyof typeof messages>(subject: Name, ...details: Parameters<(typeof messages)[Name]>): void {
  const speak = messages[subject] as (...details: readonly unknown[]) => readonly [text: string, place?: string] | undefined
  const [text, place] = speak(...details) ?? []
  const origin = docs()
  const line = `[latchkey] ${text}${text?.endsWith('?') ? '' : '.'}${place && origin ? ` See ${origin}/docs/${place}` : ''}`
  if (!text || said.has(line)) return
  said.add(line)
  // biome-ignore lint/suspicious/noConsole: what a developer did wrong is said where developers look
  console.warn(line)
}
