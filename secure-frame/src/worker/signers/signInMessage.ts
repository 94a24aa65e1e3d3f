/** The parts of a sign-in message (EIP-4361, and CAIP-122 for other chains) that decide whether it is honest. */
export type SignInMessage = {
  readonly scheme?: string
  readonly domain: string
  readonly family: string
  readonly address: string
  readonly statement?: string
  readonly uri?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources: readonly string[]
  /** There is more in it, or it is in another place, than the standard has: the whole text has to be read. */
  readonly unnamed: boolean
}

const first = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\S+) wants you to sign in with your (\w[\w ]*) account:\n(\S+)/i
/** Names of the standard, in its order. */
const names = {
  URI: 'uri',
  Version: 'version',
  'Chain ID': 'chainId',
  Nonce: 'nonce',
  'Issued At': 'issuedAt',
  'Expiration Time': 'expirationTime',
  'Not Before': 'notBefore',
  'Request ID': 'requestId',
} as const
type Name = keyof typeof names
const order = Object.keys(names)

const fieldOf = (line: string) => {
  const [, name = '', value = ''] = /^([A-Z][A-Za-z]*(?: [A-Za-z]+)?): (.+)$/.exec(line) ?? []
  return Object.hasOwn(names, name) ? { name: name as Name, value } : null
}
const isField = (line: string) => line === 'Resources:' || fieldOf(line) !== null

/** Reads the lines of the block of fields: each once, in their order, and nothing else. */
function readFields(lines: readonly string[]) {
  const fields: Partial<Record<(typeof names)[Name], string>> = {}
  const resources: string[] = []
  let last = -1
  let unnamed = false
  let inResources = false
  for (const line of lines) {
    const field = inResources ? null : fieldOf(line)
    if (inResources && line.startsWith('- ')) resources.push(line.slice(2))
    else if (!inResources && line === 'Resources:') inResources = true
    else if (field && order.indexOf(field.name) > last) {
      last = order.indexOf(field.name)
      fields[names[field.name]] = field.value
    } else unnamed = true
  }
  return { fields, resources, unnamed }
}

/** @returns null when the text is no sign-in message */
export function readSignInMessage(text: string): SignInMessage | null {
  const head = first.exec(text)
  if (!head) return null
  const [whole, scheme, domain = '', family = '', address = ''] = head
  const rest = text.slice(whole.length)
  const blocks = rest.replace(/^\n+/, '').split(/\n\n+/)
  // The last one counts: a statement may look like fields, and then it is said to.
  const at = blocks.findLastIndex((block) => isField(block.split('\n')[0] ?? ''))
  const before = (at < 0 ? blocks : blocks.slice(0, at)).filter(Boolean)
  const { fields, resources, unnamed } = readFields(at < 0 ? [] : (blocks[at] ?? '').split('\n'))
  const { version, ...given } = fields
  const statement = before.join('\n\n')
  const dates = [given.issuedAt, given.expirationTime, given.notBefore]
  return {
    domain,
    family,
    address,
    ...(scheme === undefined ? {} : { scheme }),
    ...(statement ? { statement } : {}),
    ...given,
    resources,
    unnamed:
      unnamed ||
      (rest !== '' && !rest.startsWith('\n')) ||
      statement.split('\n').length > 1 ||
      isField(statement) ||
      (at >= 0 && at < blocks.length - 1) ||
      (version !== undefined && version !== '1') ||
      dates.some((date) => date !== undefined && Number.isNaN(Date.parse(date))),
  }
}

/** Whether the message is for the page that asks: the same host and scheme, and a URI on the same host. */
export function isForOrigin(message: SignInMessage, origin: string): boolean {
  const { host, protocol } = new URL(origin)
  if (message.domain.toLowerCase() !== host) return false
  if (message.scheme !== undefined && `${message.scheme.toLowerCase()}:` !== protocol) return false
  if (message.uri === undefined) return true
  try {
    return new URL(message.uri).host === host
  } catch {
    return false
  }
}

/** Solana's networks as sign-in messages call them, by their genesis hashes (CAIP-2). */
const solana: Readonly<Record<string, string>> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}

/** Whether the message is for this network; one that names none is for all. */
export function isForNetwork({ chainId }: SignInMessage, caipNetworkId: string): boolean {
  if (chainId === undefined) return true
  const [namespace, reference = ''] = caipNetworkId.split(':')
  if (namespace === 'eip155') return chainId === reference
  const said = chainId.replace(/^solana:/, '')
  const known = Object.values(solana)
  // A network of somebody's own has no name that everybody uses.
  if (!known.includes(reference)) return !known.includes(solana[said] ?? said)
  return (solana[said] ?? said) === reference
}

/** What a resource that hands over rights (ERC-5573) allows: one line for each target; null for any other resource. */
export function rightsIn(resource: string): readonly string[] | null {
  const encoded = /^urn:recap:(.*)$/i.exec(resource)?.[1]
  if (encoded === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    const { att } = JSON.parse(new TextDecoder().decode(bytes)) as { att: Readonly<Record<string, object>> }
    return Object.entries(att).map(([target, abilities]) => `${target}: ${Object.keys(abilities).join(', ')}`)
  } catch {
    return [resource]
  }
}
