import type { SolanaSignInInput } from '@latchkey/protocol'

/**
 * The text of Sign In With Solana (the Wallet Standard's `solana:signIn`, an ABNF close to EIP-4361), for wallets that only sign messages.
 */
export function toSignInMessage(input: SolanaSignInInput & { readonly domain: string; readonly address: string }): string {
  const { domain, address, statement, resources } = input
  const fields = (
    [
      ['URI', input.uri],
      ['Version', input.version],
      ['Chain ID', input.chainId],
      ['Nonce', input.nonce],
      ['Issued At', input.issuedAt],
      ['Expiration Time', input.expirationTime],
      ['Not Before', input.notBefore],
      ['Request ID', input.requestId],
    ] as const
  )
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
  if (resources) fields.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  let message = `${domain} wants you to sign in with your Solana account:\n${address}`
  if (statement) message += `\n\n${statement}`
  if (fields.length) message += `\n\n${fields.join('\n')}`
  return message
}
