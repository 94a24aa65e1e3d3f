/** The parts of a sign-in message (EIP-4361, and CAIP-122 for other chains) that decide whether it is honest. */
export type SignInMessage = {
  readonly domain: string
  readonly family: string
  readonly address: string
  readonly statement?: string
  readonly uri?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
}

const first = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\S+) wants you to sign in with your (\w[\w ]*) account:\n(\S+)/i

/** @returns null when the text is no sign-in message */
export function readSignInMessage(text: string): SignInMessage | null {
  const head = first.exec(text)
  if (!head) return null
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1]
  const statement = /^\S+\n\n([^\n]+)\n\n/m.exec(text.slice(text.indexOf('\n') + 1))?.[1]
  const parts = { statement, uri: field('URI'), chainId: field('Chain ID'), nonce: field('Nonce'), issuedAt: field('Issued At') }
  const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
  return { domain: head[2] ?? '', family: head[3] ?? '', address: head[4] ?? '', ...given }
}

/** Whether the message is for the page that asks: the same host, and a URI on the same origin. */
export function isForOrigin(message: SignInMessage, origin: string): boolean {
  const { host } = new URL(origin)
  if (message.domain.toLowerCase() !== host) return false
  if (message.uri === undefined) return true
  try {
    return new URL(message.uri).host === host
  } catch {
    return false
  }
}
