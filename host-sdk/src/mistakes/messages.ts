import type { Mistake } from '@latchkey/protocol'

const json = (value: unknown) => JSON.stringify(value) ?? String(value)

const optionMessages: Readonly<Record<Mistake['kind'], (mistake: Mistake) => string>> = {
  value: ({ path, value, expected }) => `The option ${path} cannot be ${value} and is left out${expected ? `; it takes ${expected}` : ''}`,
  unknown: ({ path, value }) => `There is no option ${path} (it is ${value})`,
  network: ({ path, value }) => `The option ${path} names ${value}, which is no network of the project, and it is left out`,
  token: ({ path, value }) =>
    `The option ${path} cannot be ${value} and is left out: it is no public token, or takes another kind of value`,
  wallet: ({ path, value }) => `The option ${path} names ${value}, a wallet that neither the directory nor this page has`,
  ancestor: ({ path, value }) =>
    `Origin Not Allowed: ${path}, which frames this page, is not among the ancestors of project ${value}: here everybody connects in a window of their own`,
}

/** What is said, and where to read more, by what it is about. */
export const messages = {
  /** @param used the origin that is used all the same, if one can be */
  dialogUrl(given: unknown, used?: string) {
    const what = `The option dialogUrl is ${json(given)}`
    if (used) return [`${what}, of which ${used} is used: write it as the dialog's origin alone`, 'options.md#dialogUrl']
    if (!given) return ['The option dialogUrl is missing: it is the origin of your Latchkey server', 'options.md#dialogUrl']
    return [`${what}, which is no other origin than this page's that could serve the dialog`, 'options.md#dialogUrl']
  },
  projectId: () => ['Project ID Not Configured: the option projectId (data-project-id) is missing', 'options.md#projectId'],
  /** The server refused this page. */
  refused(message: string, projectId: string) {
    const page =
      message === 'Origin Not Allowed'
        ? `: ${location.origin} is not on the list of project ${json(projectId)}`
        : `: the server has no project ${json(projectId)}, or it is disabled`
    return [message + page, 'errors.md#refused']
  },
  /** @param cause what the browser let us see of it */
  load(origin: string, cause: unknown) {
    const where = 'errors.md#iframe_load_failed'
    if (cause === 'policy') return [`This page's Content Security Policy forbids ${origin}: add it to frame-src`, 'csp.md']
    if (cause === 'silence')
      return [
        `The document that ${origin} sent is not the dialog. Is dialogUrl the dialog's origin, and is its server running? Is this page framed by a site that the project does not list (ancestors)?`,
        where,
      ]
    return [`${origin} did not answer. Does the server run? Does the page's Content Security Policy allow it (csp.md)?`, where]
  },
  container: (selector: unknown) => [`open({ container }) found no element for ${json(selector)} and draws over the page`, 'embed.md#open'],
  name: () => ['This page has something else called "Modal" (an id of an element is such a name): use window.Latchkey', 'embed.md#names'],
  button: (projectId: string) => [
    `A <latchkey-button> is empty: this page has created no modal of project ${json(projectId)}`,
    'embed.md#button',
  ],
  option: (mistake: Mistake) => [
    optionMessages[mistake.kind](mistake),
    // What does not exist has no place of its own.
    mistake.kind === 'ancestor'
      ? 'embed.md#framed'
      : mistake.kind === 'unknown'
        ? 'options.md'
        : `options.md#${mistake.path.split('.')[0]}`,
  ],
} satisfies Record<string, (...details: never[]) => readonly [text: string, place: string] | string[]>

const said = new Set<string>()

/** Says it on the page's console, each line once. */
export function say<Name extends keyof typeof messages>(subject: Name, ...details: Parameters<(typeof messages)[Name]>): void {
  const speak = messages[subject] as (...details: readonly unknown[]) => readonly string[]
  const [text, place] = speak(...details)
  const line = `[latchkey] ${text}${text?.endsWith('?') ? '' : '.'} See docs/${place}`
  if (said.has(line)) return
  said.add(line)
  // biome-ignore lint/suspicious/noConsole: what a developer did wrong is said where developers look
  console.warn(line)
}
