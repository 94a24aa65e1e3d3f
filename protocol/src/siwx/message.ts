/* Sign-in messages: EIP-4361 on EVM, and the same text for other chain families (CAIP-122). */

/** What a sign-in message says. Times are RFC 3339. */
export type SignInMessage = {
  /** Of the page, when the message names it: `https`. */
  readonly scheme?: string
  /** Host of the page that asks, with its port when it has one. */
  readonly domain: string
  /** What the message calls the chain family: `Ethereum`. */
  readonly family: string
  readonly address: string
  /** One line, in the characters of a URI and spaces: other alphabets are not possible here. */
  readonly statement?: string
  readonly uri: string
  readonly version: '1'
  /** Reference of the network's CAIP-2 id: `1`. */
  readonly chainId: string
  /** At least eight letters and digits. */
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** UTF-16 units. Nobody reads a longer one. */
const longest = 8_192

/**
 * The text that is signed.
 *
 * @example
 * writeSignInMessage({
 *   domain: 'shop.example',
 *   family: 'Ethereum',
 *   address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
 *   uri: 'https://shop.example/',
 *   version: '1',
 *   chainId: '1',
 *   nonce: 'kEWepMt9knR6lWJ6A',
 *   issuedAt: '2026-01-01T00:00:00.000Z',
 * }) // 'shop.example wants you to sign in with your Ethereum account:\n0x5aAe…'
 */
export function writeSignInMessage(message: SignInMessage): string {
  const { scheme, domain, family, address, statement, resources } = message
  const fields = (
    [
      ['URI', message.uri],
      ['Version', message.version],
      ['Chain ID', message.chainId],
      ['Nonce', message.nonce],
      ['Issued At', message.issuedAt],
      ['Expiration Time', message.expirationTime],
      ['Not Before', message.notBefore],
      ['Request ID', message.requestId],
    ] as const
  ).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  if (resources) fields.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  const head = `${scheme ? `${scheme}://` : ''}${domain} wants you to sign in with your ${family} account:\n${address}\n\n`
  return `${head}${statement === undefined ? '' : `${statement}\n`}\n${fields.join('\n')}`
}

const pchar = "(?:[-A-Za-z0-9._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})"
const authority = '(?:[A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\])(?::\\d{1,5})?'
const path = `(?:/${pchar}*)*`
/** RFC 3986, without user names and with host names in the form that browsers know. */
const uriPattern = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://(${authority})${path}|${pchar}+${path})(?:\\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?$`,
)
const firstLine = new RegExp(`^(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(${authority}) wants you to sign in with your ([A-Za-z]{1,32}) account:$`)
const statementPattern = /^[-A-Za-z0-9._~:/?#[\]@!$&'()*+,;= ]+$/
const addressPattern = /^[A-Za-z0-9]{1,128}$/
const datePattern = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const isHost = (value: string) => URL.canParse(`http://${value}`)

/** A day that the calendar has, in RFC 3339. */
function isDate(value: string): boolean {
  const [, year, month, day] = datePattern.exec(value) ?? []
  if (!year || !month || !day) return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return date.getUTCDate() === Number(day) && date.getUTCMonth() + 1 === Number(month) && !Number.isNaN(Date.parse(value))
}

function isUri(value: string): boolean {
  const found = uriPattern.exec(value)
  return found !== null && (found[1] === undefined || isHost(found[1])) && URL.canParse(value)
}

/** Whether a message can have these words: one line, in the characters of a URI and spaces. */
export const isStatement = (text: string): boolean => statementPattern.test(text)

type Field = readonly [label: string, key: keyof SignInMessage, isRight: (value: string) => boolean, optional?: true]

/** In the order in which they must come. */
const fields: readonly Field[] = [
  ['URI', 'uri', isUri],
  ['Version', 'version', (value) => value === '1'],
  ['Chain ID', 'chainId', (value) => /^[-_a-zA-Z0-9]{1,32}$/.test(value)],
  ['Nonce', 'nonce', (value) => /^[a-zA-Z0-9]{8,128}$/.test(value)],
  ['Issued At', 'issuedAt', isDate],
  ['Expiration Time', 'expirationTime', isDate, true],
  ['Not Before', 'notBefore', isDate, true],
  ['Request ID', 'requestId', (value) => new RegExp(`^${pchar}+$`).test(value), true],
]

/**
 * Reads a sign-in message strictly: what is not exactly one is none.
 *
 * @returns null for any other text. Whether its address and its chain are those of a family is for the caller to check
 * @example
 * readSignInMessage('hello') // null
 */
export function readSignInMessage(text: string): SignInMessage | null {
  if (text.length > longest) return null
  const lines = text.split('\n')
  const [, scheme, domain, family] = firstLine.exec(lines[0] ?? '') ?? []
  const address = lines[1] ?? ''
  if (!domain || !family || !isHost(domain) || !addressPattern.test(address) || lines[2] !== '') return null
  // With a statement there is one more line, and without it its line is empty.
  const statement = lines[3] || undefined
  if (statement !== undefined && (!isStatement(statement) || lines[4] !== '')) return null
  let line = statement === undefined ? 4 : 5
  const found: Partial<Record<keyof SignInMessage, string>> = {}
  for (const [label, key, isRight, optional] of fields) {
    const value = lines[line]?.startsWith(`${label}: `) ? lines[line]?.slice(label.length + 2) : undefined
    if (value === undefined && optional) continue
    if (value === undefined || !isRight(value)) return null
    found[key] = value
    line += 1
  }
  const rest = lines.slice(line)
  const resources = rest.slice(1).map((each) => (each.startsWith('- ') ? each.slice(2) : ''))
  if (rest.length > 0 && (rest[0] !== 'Resources:' || resources.length === 0 || !resources.every(isUri))) return null
  return {
    ...(scheme ? { scheme } : {}),
    domain,
    family,
    address,
    ...(statement === undefined ? {} : { statement }),
    ...(found as Pick<SignInMessage, 'uri' | 'version' | 'chainId' | 'nonce' | 'issuedAt'>),
    ...(resources.length > 0 ? { resources } : {}),
  }
}
