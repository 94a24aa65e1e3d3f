import { namespaceOf } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { after } from '../../../lib/lifetime.js'
import { loadedNamespace, loadNamespace } from '../../../namespaces/registry.js'
import { balanceStore } from '../../../state/balance.js'
import { findNetwork } from '../../../state/networks.js'
import { portfolioStore, type Token } from '../../../state/portfolio.js'
import { scanStore } from '../../../state/scan.js'
import { initialDraft, type SendDraft, type SendPreset, sendStore } from '../../../state/send.js'
import { sessionStore } from '../../../state/session.js'
import { isContractAccount } from '../isContractAccount.js'
import { onNetwork } from '../onNetwork.js'
import { amountOf, textOf } from './sendAmount.js'

/** Milliseconds after the last keystroke before an address or a name is looked at. */
const pause = 300

/** What one dialog keeps here. */
type Own = {
  /** Counts what was written as the receiver: the last one holds. */
  turn: number
  waiting: (() => void) | undefined
}

const kept = perDialog((): Own => ({ turn: 0, waiting: undefined }))

/** The network's own coin, known even when the server does not know what the account has. */
function nativeToken(dialog: Dialog, tokens: readonly Token[]): Token | undefined {
  const of = onNetwork(dialog)
  const network = findNetwork(dialog, of?.networkId)
  if (!of || !network) return undefined
  const { name, symbol, decimals } = network.nativeCurrency
  const listed = tokens.find(({ networkId, contract }) => networkId === of.networkId && contract === undefined)
  // With other decimals than the network's, the amount that is sent would not be the amount that was typed.
  if (listed?.decimals === decimals) return listed
  const { value = 0n } = balanceStore(dialog).getState()
  return {
    id: of.networkId,
    networkId: of.networkId,
    name,
    symbol,
    decimals,
    amount: value,
    icon: network.assets?.imageUrl ?? '',
    listed: true,
  }
}

/** What the account can send on the network it is on, the dearest first; tokens that nobody vouches for come last. */
export function sendableTokens(dialog: Dialog): readonly Token[] {
  const { tokens } = portfolioStore(dialog).getState()
  const of = onNetwork(dialog)
  const native = nativeToken(dialog, tokens)
  const held = tokens.filter(({ networkId, contract, amount }) => networkId === of?.networkId && contract !== undefined && amount > 0n)
  const all = native ? [native, ...held] : held
  const rank = ({ listed, value = 0n }: Token) => (listed ? value : -1n)
  return [...all].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) < rank(b) ? 1 : -1))
}

/** The native coin of the network, which pays fees. */
export const feeToken = (dialog: Dialog): Token | undefined => nativeToken(dialog, portfolioStore(dialog).getState().tokens)

/** What a page named: a token by CAIP-10, or a network by CAIP-2 for its native coin. */
const isNamed = (token: Token, named: string) =>
  (token.contract === undefined ? token.networkId : `${token.networkId}:${token.contract}`).toLowerCase() === named.toLowerCase()

/**
 * The token of the draft; the dearest one while the user has chosen none. One that was chosen stays when the list loses it, so that an amount never
 * becomes one of another token: nothing of it is left then, unless its network does not answer.
 */
export function draftToken(dialog: Dialog): Token | undefined {
  const { token: chosen, preset } = sendStore(dialog).getState()
  const tokens = sendableTokens(dialog)
  if (preset) return tokens.find((token) => isNamed(token, preset.token))
  if (!chosen || chosen.networkId !== onNetwork(dialog)?.networkId) return tokens.find(({ amount }) => amount > 0n) ?? tokens[0]
  const { status, missing } = portfolioStore(dialog).getState()
  const { value: _, ...gone } = chosen
  const isUnknown = status !== 'ready' || missing.includes(chosen.networkId)
  return tokens.find(({ id }) => id === chosen.id) ?? (isUnknown ? chosen : { ...gone, amount: 0n })
}

/** What is shown becomes what is chosen: an amount is written for it. */
const chosenNow = (dialog: Dialog): Pick<SendDraft, 'token'> => {
  const token = draftToken(dialog)
  return token ? { token } : {}
}

/** Asks what sending the token costs, for Max and for the line under it. */
async function learnCost(dialog: Dialog): Promise<void> {
  const of = onNetwork(dialog)
  const token = draftToken(dialog)
  if (!of || !token) return
  const wanted = `${of.key} ${token.id}`
  const isWanted = () => sendStore(dialog).getState().costFor === wanted
  if (isWanted()) return
  sendStore(dialog).setState(({ cost: _, ...draft }) => ({ ...draft, costFor: wanted }), true)
  const { readCost } = await import('./readCost.js')
  const cost = await readCost(dialog, of, token, isContractAccount(dialog))
  if (!cost || !isWanted()) return
  sendStore(dialog).setState({ cost })
  if (!isContractAccount(dialog)) return
  const { isSponsored } = await import('../transactions/walletFee.js')
  if ((await isSponsored(dialog, of)) && isWanted())
    sendStore(dialog).setState({ cost: { ...cost, fee: 0n, highest: 0n, isSponsored: true } })
}

function learn(dialog: Dialog): void {
  learnCost(dialog).catch(() => {
    sendStore(dialog).setState(({ costFor: _, ...draft }) => draft, true)
  })
}

/** Looks at what stands in the field, when typing pauses. */
function look(dialog: Dialog, ms: number): void {
  const own = kept(dialog)
  own.turn += 1
  const turn = own.turn
  own.waiting?.()
  const { receiver } = sendStore(dialog).getState()
  const of = onNetwork(dialog)
  if (receiver.trim() === '' || !of) {
    sendStore(dialog).setState({ recipient: { status: 'none' } })
    return
  }
  sendStore(dialog).setState({ recipient: { status: 'checking' }, recipientFor: of.key })
  own.waiting = after(dialog, ms, async () => {
    const recipient = await import('./recipient.js').then(
      ({ readRecipient }) => readRecipient(dialog, receiver, of, draftToken(dialog)?.contract),
      // Its code did not come: the user may try again.
      () => ({ status: 'failed' }) as const,
    )
    if (kept(dialog).turn === turn) sendStore(dialog).setState({ recipient })
  })
}

/** The user writes whom to send to. */
export function setReceiver(dialog: Dialog, receiver: string, { now = false }: { now?: boolean } = {}): void {
  // What a code asked for is not what the user wants now.
  scanStore(dialog).setState({ status: 'off' }, true)
  sendStore(dialog).setState({ receiver })
  look(dialog, now ? 0 : pause)
}

/** Looks at the same text again: what could not be looked up may be found now. */
export const retryReceiver = (dialog: Dialog): void => look(dialog, 0)

/** The user writes how much. */
export function setAmount(dialog: Dialog, amount: string): void {
  sendStore(dialog).setState({ ...chosenNow(dialog), amount, isMax: false })
}

/** All that there is, without what the fee may take. */
export function setMax(dialog: Dialog): void {
  const token = draftToken(dialog)
  const draft = sendStore(dialog).getState()
  if (!token) return
  const amount = amountOf({ ...draft, isMax: true }, token) ?? 0n
  sendStore(dialog).setState({ token, isMax: true, amount: textOf(amount, token, draft.inFiat) })
}

/** Writes the amount in the currency, or in the token again. */
export function toggleFiat(dialog: Dialog): void {
  const token = draftToken(dialog)
  const draft = sendStore(dialog).getState()
  if (!token?.price) return
  const amount = amountOf(draft, token)
  const inFiat = !draft.inFiat
  sendStore(dialog).setState({
    token,
    inFiat,
    amount: amount === undefined || draft.amount === '' ? draft.amount : textOf(amount, token, inFiat),
  })
}

/** The user takes another token: the amount was of the one before. */
export function setToken(dialog: Dialog, tokenId: string): void {
  const token = sendableTokens(dialog).find(({ id }) => id === tokenId)
  if (!token) return
  const isOther = draftToken(dialog)?.id !== tokenId
  sendStore(dialog).setState({ token, ...(isOther && { amount: '', inFiat: false, isMax: false }) })
  learn(dialog)
  // Nobody means to send a token to its own contract.
  if (sendStore(dialog).getState().receiver !== '') look(dialog, 0)
}

/** Fills the form with what a code asks for. Nothing but the receiver changes where it leaves the rest to the user. */
export function fillDraft(
  dialog: Dialog,
  { token, amount, receiver }: { readonly token?: Token; readonly amount?: string; readonly receiver: string },
): void {
  if (token) setToken(dialog, token.id)
  if (amount !== undefined) sendStore(dialog).setState({ amount, inFiat: false, isMax: false })
  setReceiver(dialog, receiver, { now: true })
}

/** It was sent, or the user begins anew. */
export function clearDraft(dialog: Dialog): void {
  kept(dialog).turn += 1
  scanStore(dialog).setState({ status: 'off' }, true)
  sendStore(dialog).setState(initialDraft, true)
}

/**
 * Clears the draft, unless a page has wanted something else sent meanwhile.
 *
 * @param preset id of what the page had wanted; undefined for a draft of the user's own
 */
export function clearDraftOf(dialog: Dialog, preset: string | undefined): void {
  if (sendStore(dialog).getState().preset?.id === preset) clearDraft(dialog)
}

/** A page wants something sent. */
export function applyPreset(dialog: Dialog, preset: SendPreset): void {
  clearDraft(dialog)
  sendStore(dialog).setState({ preset, amount: preset.amount, receiver: preset.recipient })
}

/** The network on which a page wants something sent, when it is not the one of the account. */
export function presetNetwork(dialog: Dialog) {
  const { preset } = sendStore(dialog).getState()
  if (!preset) return undefined
  const [namespace, reference] = preset.token.split(':')
  const network = findNetwork(dialog, `${namespace}:${reference}`)
  return network && network.caipNetworkId !== onNetwork(dialog)?.networkId ? network : undefined
}

/**
 * The form is on screen: it follows the account and the network.
 *
 * @returns it is not any more
 */
export function watchDraft(dialog: Dialog): () => void {
  const follow = () => {
    const { receiver, recipientFor, token, preset } = sendStore(dialog).getState()
    const networkId = onNetwork(dialog)?.networkId
    // An amount of a token that is not on this network is not one of the tokens that are.
    if (!preset && token && networkId && token.networkId !== networkId)
      sendStore(dialog).setState(({ token: _, ...draft }) => ({ ...draft, amount: '', inFiat: false, isMax: false }), true)
    learn(dialog)
    if (receiver !== '' && recipientFor !== onNetwork(dialog)?.key) look(dialog, 0)
  }
  const subscriptions = [sessionStore(dialog), portfolioStore(dialog)].map((store) => store.subscribe(follow))
  follow()
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}

/** Whether names can be written in place of addresses. */
export function takesNames(dialog: Dialog): boolean {
  const of = onNetwork(dialog)
  return of !== undefined && loadedNamespace(dialog, of.namespace)?.coinTypes !== undefined
}

/** Whether the family of the account sends at all. */
export async function canSend(dialog: Dialog): Promise<boolean> {
  const of = onNetwork(dialog)
  if (!of) return false
  const { transfers } = await loadNamespace(dialog, namespaceOf(of.networkId))
  return transfers !== undefined
}
