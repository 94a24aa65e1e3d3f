import { fetchNameAddresses } from '../../../api/profile.js'
import { sharedRpcClient } from '../../../api/rpcClients.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import type { Recipient, RecipientWarning } from '../../../state/send.js'
import { networkUrls } from '../../networks/networkUrls.js'
import type { OnNetwork } from '../onNetwork.js'
import { validateRecipient } from '../validateRecipient.js'
import { findLookAlike, knownHere, sentTo } from './knownAddresses.js'
import { ownAccounts } from './ownAccounts.js'
import { recentRecipients } from './recentRecipients.js'

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Whom an account has sent to, asked for once for each account on each network. */
const histories = perDialog(() => new Map<string, Promise<readonly string[]>>())

function historyOf(dialog: Dialog, of: OnNetwork): Promise<readonly string[]> {
  const known = histories(dialog)
  const asked = known.get(of.key) ?? sentTo(dialog, of)
  known.set(of.key, asked)
  return asked.catch(() => {
    known.delete(of.key)
    return []
  })
}

/** A name has a dot in it, and no address has one. */
const isName = (text: string) => /^[^\s.]+(\.[^\s.]+)+$/.test(text)

/** What a name stands for on a network, as it was answered; undefined when it stands for nothing there. */
async function answerOfName(dialog: Dialog, name: string, of: OnNetwork): Promise<string | undefined> {
  const { coinTypes } = await loadNamespace(dialog, of.namespace)
  if (!coinTypes) return undefined
  const addresses = await fetchNameAddresses(dialog, name)
  return (await coinTypes(of.networkId)).flatMap((type) => addresses[type] ?? [])[0]
}

/** Whether a program lives at an address; a node that does not answer says nothing. */
async function isContract(dialog: Dialog, address: string, { namespace, networkId }: OnNetwork): Promise<boolean> {
  const urls = networkUrls(dialog, networkId)
  const transfers = await (await loadNamespace(dialog, namespace)).transfers?.()
  if (!urls?.length || !transfers) return false
  return transfers.recipient(address, sharedRpcClient(dialog, urls)).then(
    (facts) => facts.isContract,
    () => false,
  )
}

/** Which address a name stood for when this browser sent to it last; undefined when it never did, or it is the same one. */
function addressBefore(dialog: Dialog, name: string, address: string, { namespace }: OnNetwork): string | undefined {
  const met = recentRecipients(dialog, namespace).filter((recent) => recent.name === name)
  return met.some((recent) => same(recent.address, address)) ? undefined : met[0]?.address
}

/** What is to be known of an address before one sends there. */
async function judge(
  dialog: Dialog,
  address: string,
  of: OnNetwork,
): Promise<Pick<Extract<Recipient, { status: 'known' }>, 'warnings' | 'like'>> {
  const [history, contract] = await Promise.all([historyOf(dialog, of), isContract(dialog, address, of)])
  const own = [of.address, ...ownAccounts(dialog, of.namespace, of.address).map((one) => one.address)]
  const isOwn = own.some((one) => same(one, address))
  const met = [...history, ...recentRecipients(dialog, of.namespace).map((recent) => recent.address)]
  const like = findLookAlike(address, [...met, ...knownHere(dialog, of)], same)
  const warnings: RecipientWarning[] = []
  if (like !== undefined) warnings.push('lookAlike')
  if (isOwn) warnings.push('own')
  else if (!met.some((one) => same(one, address))) warnings.push('firstTime')
  // The user's own smart account is a contract, and no surprise.
  if (contract && !isOwn) warnings.push('contract')
  return { warnings, ...(like === undefined ? {} : { like }) }
}

/**
 * Who is meant by what a user wrote: an address of the chain family, or a name. What cannot be looked up is told apart from what nobody has.
 *
 * @param token contract of the token that is sent: nobody means to send it to itself
 */
export async function readRecipient(dialog: Dialog, text: string, of: OnNetwork, token: string | undefined): Promise<Recipient> {
  const written = text.trim()
  if (written === '') return { status: 'none' }
  try {
    const name = isName(written) ? written.toLowerCase() : undefined
    const found = name === undefined ? undefined : await answerOfName(dialog, name, of)
    if (name !== undefined && found === undefined) return { status: 'noName' }
    const verdict = await validateRecipient(dialog, found ?? written, of.namespace)
    if (name !== undefined && verdict.kind !== 'right') return { status: 'noName' }
    if (verdict.kind === 'otherFamily') return { status: 'otherFamily', family: verdict.family }
    if (verdict.kind === 'invalid' || /^0x0+$/.test(verdict.address)) return { status: 'invalid' }
    const { address } = verdict
    if (token !== undefined && same(address, token)) return { status: 'token' }
    const facts = await judge(dialog, address, of)
    if (name === undefined) return { status: 'known', address, ...facts }
    const before = addressBefore(dialog, name, address, of)
    if (before === undefined) return { status: 'known', address, name, ...facts }
    return { status: 'known', address, name, ...facts, warnings: ['nameMoved', ...facts.warnings], before }
  } catch {
    return { status: 'failed' }
  }
}
