import type { SolanaSignInInput } from './solana.js'

/**
 * The text of Sign In With Solana (the Wallet Standard's `solana:signIn`; its ABNF is close to EIP-4361). The embedded wallet signs it, and the page
 * asks wallets that only sign messages to sign it.
 *
 * @param input fields that are missing are left out of the text
 * @example
 * solanaSignInMessage({ domain: 'shop.example', address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', statement: 'Sign in' })
 * // 'shop.example wants you to sign in with your Solana account:\n7S3P…\n\nSign in'
 */
export function solanaSignInMessage(input: SolanaSignInInput & { readonly domain: string; readonly address: string }): string {
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
