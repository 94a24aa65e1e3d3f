import { type CaipNetworkId, codes, type SignIn, utf8ToHex, wireErrors } from '@latchkey/protocol'
import { writeSignInMessage } from '@latchkey/protocol/siwx'
import { ModalError } from '../modalError.js'
import { toHex } from './createProvider.js'

/** What ERC-7846 lets a page ask of a sign-in; everything but the nonce has its default here. */
type SignInRequest = {
  readonly nonce?: string
  readonly chainId?: string | number
  readonly version?: string
  readonly scheme?: string
  readonly domain?: string
  readonly uri?: string
  readonly statement?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

export type CapabilitiesContext = {
  /** The accounts; opens the dialog while there are none. */
  connect(): Promise<readonly string[]>
  /** Where the wallet is. */
  network(): CaipNetworkId
  /** The sign-in that connecting has led to already. */
  signIn(): SignIn | undefined
  request(args: { readonly method: string; readonly params: unknown }): Promise<unknown>
}

const invalid = (what: string) => new ModalError(codes.invalidParams, `${wireErrors.invalidParams}: ${what}`)

/** A fresh nonce for a page that has none: 128 random bits. */
const newNonce = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The number of a chain, as hex text or as a number. */
function readChain(value: unknown): string {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) throw invalid('chainId is hex text such as "0x1"')
  return String(number)
}

/** The exact EIP-4361 message for this page: a page cannot have one for another site signed. */
function messageOf(asked: SignInRequest, address: string, chainId: string): string {
  const { nonce = newNonce(), domain = location.host, uri = location.origin, version = '1', statement } = asked
  if (!/^[a-zA-Z0-9]{8,128}$/.test(nonce)) throw invalid('nonce has at least 8 letters and digits')
  if (domain !== location.host) throw invalid(`domain is ${location.host}`)
  if (!URL.canParse(uri) || new URL(uri).origin !== location.origin) throw invalid(`uri is below ${location.origin}`)
  if (asked.scheme !== undefined && `${asked.scheme}:` !== location.protocol) throw invalid(`scheme is ${location.protocol.slice(0, -1)}`)
  if (version !== '1') throw invalid('version is "1"')
  const texts = [statement, asked.requestId, asked.issuedAt, asked.expirationTime, asked.notBefore, ...(asked.resources ?? [])]
  if (texts.some((text) => text !== undefined && (typeof text !== 'string' || /[\r\n]/.test(text))))
    throw invalid('a field is one line of text')
  return writeSignInMessage({
    ...(asked.scheme && { scheme: asked.scheme }),
    domain,
    family: 'Ethereum',
    address,
    ...(statement && { statement }),
    uri,
    version,
    chainId,
    nonce,
    issuedAt: asked.issuedAt ?? new Date().toISOString(),
    ...(asked.expirationTime && { expirationTime: asked.expirationTime }),
    ...(asked.notBefore && { notBefore: asked.notBefore }),
    ...(asked.requestId && { requestId: asked.requestId }),
    ...(asked.resources && { resources: asked.resources }),
  })
}

/**
 * `wallet_connect` (ERC-7846) for every kind of wallet: accounts, and a sign-in with the first of them where `signInWithEthereum` is asked for. What a
 * page asks for besides is left out of the answer, as the standard has it.
 *
 * @throws ModalError -32602 for a sign-in that is not for this page; 4001 when the user refused to connect or to sign
 */
export async function connectWithCapabilities(context: CapabilitiesContext, params: unknown): Promise<unknown> {
  const { capabilities, chainIds } = Object((params as readonly unknown[] | undefined)?.[0]) as {
    readonly capabilities?: { readonly signInWithEthereum?: SignInRequest }
    readonly chainIds?: readonly unknown[]
  }
  const asked = capabilities?.signInWithEthereum
  // What is wrong in it is said before the user is asked anything.
  const wanted = asked && (asked.chainId ?? chainIds?.[0])
  if (asked) messageOf(asked, '', wanted === undefined ? '1' : readChain(wanted))
  const accounts = await context.connect()
  const [first] = accounts
  const sign = async (siwe: SignInRequest, address: string) => {
    const known = context.signIn()
    if (siwe.nonce === undefined && known?.message && known.address === address)
      return { message: known.message, signature: known.signature }
    const message = messageOf(siwe, address, readChain(wanted ?? toHex(context.network())))
    return { message, signature: await context.request({ method: 'personal_sign', params: [utf8ToHex(message), address] }) }
  }
  const signed = asked && first ? { signInWithEthereum: await sign(asked, first) } : {}
  return {
    accounts: accounts.map((address) => ({ address, capabilities: address === first ? signed : {} })),
    chainIds: [toHex(context.network())],
  }
}
