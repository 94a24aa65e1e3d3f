/** Why a sign-in is refused, as servers and pages read it. */
export const signInRefusals = {
  malformed_message: 'This is not a sign-in message',
  wrong_domain: 'The sign-in is for another domain',
  wrong_uri: 'The message is for another address of the web',
  wrong_chain: 'The message is for another network',
  wrong_account: 'The message is for another kind of account',
  wrong_nonce: 'The nonce was not given for this sign-in',
  replayed: 'This sign-in was used before',
  expired: 'The message has expired',
  not_yet_valid: 'The message is not valid yet',
  bad_signature: 'The signature is not the account\u2019s',
  unknown_chain: 'A smart account\u2019s signature is checked on its network, which this server does not know',
  chain_unavailable: 'The network does not answer',
  no_session: 'Nobody is signed in',
  wrong_project: 'The session is of another project',
} as const
export type SignInRefusal = keyof typeof signInRefusals
