import type { BitcoinAccount, BitcoinIntention } from '@latchkey/protocol'
import { listOf } from '../discovery.js'
import { read, text } from '../foreign.js'

export const isTaproot = (address: string) => /^(?:bc|tb|bcrt)1p/i.test(address)
/** Bitcoin addresses of every network; wallets list those of other chains beside them. */
const bitcoin = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{6,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})$/i

/**
 * Which of a wallet's addresses is for what, when the wallet does not say: taproot holds ordinals, unless it is all there is.
 */
function intentionOf(address: string, purpose: unknown, alone: boolean): BitcoinIntention {
  if (purpose === 'ordinals' || purpose === 'payment') return purpose === 'payment' ? purpose : 'ordinal'
  return isTaproot(address) && !alone ? 'ordinal' : 'payment'
}

/** Reads the addresses of a wallet in the words of sats-connect or Leather. Payment comes first. */
export function readAddresses(list: unknown, intentions: readonly BitcoinIntention[] | undefined): readonly BitcoinAccount[] {
  const found = listOf(list).filter((each) => bitcoin.test(text(read(each, 'address')) ?? ''))
  const accounts = found.map((each): BitcoinAccount => {
    const address = String(read(each, 'address'))
    const publicKey = text(read(each, 'publicKey'))
    const path = text(read(each, 'derivationPath'))
    const intention = intentionOf(address, read(each, 'purpose'), found.length === 1)
    return { address, ...(publicKey && { publicKey }), ...(path && { path }), intention }
  })
  return accounts
    .filter(({ intention }) => !intentions?.length || intentions.includes(intention))
    .sort((one, other) => Number(one.intention === 'ordinal') - Number(other.intention === 'ordinal'))
}

/** The intentions that a request names. */
export function intentionsOf(params: unknown): readonly BitcoinIntention[] | undefined {
  const wanted = listOf(read(params, 'intentions')).filter((each): each is BitcoinIntention => each === 'payment' || each === 'ordinal')
  return wanted.length ? wanted : undefined
}

/** The same in the words of wallets. */
export const purposesOf = (intentions: readonly BitcoinIntention[] | undefined) =>
  (intentions ?? ['payment', 'ordinal']).map((each) => (each === 'payment' ? each : 'ordinals'))

export type SignInput = { readonly address: string; readonly index: number; readonly sighashTypes?: readonly number[] }

/** The inputs that a `signPsbt` names; malformed ones are left out. */
export function inputsOf(params: unknown): readonly SignInput[] {
  return listOf(read(params, 'signInputs')).flatMap((each) => {
    const address = text(read(each, 'address'))
    const index = read(each, 'index')
    const types = listOf(read(each, 'sighashTypes')).filter((type): type is number => typeof type === 'number')
    if (!address || typeof index !== 'number') return []
    return [{ address, index, ...(types.length && { sighashTypes: types }) }]
  })
}
