/** What a page may ask for in Sign In With Solana. */
export type SignInInput = {
  readonly domain?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

const fields = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const

/** The text that a wallet shows and signs (Sign In With Solana, after EIP-4361). */
export function writeSignIn(input: SignInInput, host: string, address: string): string {
  const lines = fields.flatMap(([label, key]) => (input[key] === undefined ? [] : [`${label}: ${input[key]}`]))
  const resources = input.resources?.length ? ['Resources:', ...input.resources.map((resource) => `- ${resource}`)] : []
  const head = `${input.domain ?? host} wants you to sign in with your Solana account:\n${address}`
  const rest = [...lines, ...resources].join('\n')
  return [head, ...(input.statement ? [input.statement] : []), ...(rest ? [rest] : [])].join('\n\n')
}
