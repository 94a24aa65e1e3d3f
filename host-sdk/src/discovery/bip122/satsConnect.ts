import { type BitcoinAccount, codes, errorText, type WalletInfo } from '@latchkey/protocol'
import { ModalError } from '../../modalError.js'
import { answering, type DiscoveryContext, type FamilyWallet, invoke, listOf, stringOf, stringParts } from '../discovery.js'
import { fromBase64, fromHex, toBase64, toHex } from '../encoding.js'
import { drawable, read, text } from '../foreign.js'
import { inputsOf, intentionsOf, isTaproot, purposesOf, readAddresses } from './addresses.js'
import { remembered } from './remembered.js'

const namespace = 'bip122'

/** sats-connect's own codes: the user refused, and the site has no permission. */
const refused = -32000
const noAccess = -32002

/** A base64 signature as hex, which crosses the Bridge. One that names its form (BIP-322) is a text that only its verifier reads. */
export const signatureHex = (signature: string) => (/^(?:smp|ful|pof)/.test(signature) ? signature : toHex(fromBase64(signature)))

/**
 * Asks a provider of `btc_providers`. It answers with JSON-RPC, thrown or not.
 *
 * @throws ModalError the error it answers with
 */
async function call(provider: unknown, method: string, params: unknown): Promise<unknown> {
  let answer: unknown
  try {
    answer = await invoke(provider, 'request', method, params)
  } catch (thrown) {
    if (!read(thrown, 'error')) throw thrown
    answer = thrown
  }
  const error = read(answer, 'error')
  if (!error) return read(answer, 'result')
  const code = read(error, 'code')
  const message = errorText(error)
  if (code === refused && /reject|cancel|denied/i.test(message)) throw new ModalError(codes.userRejected, message)
  throw new ModalError(typeof code === 'number' ? code : codes.internal, message, { data: read(error, 'data') })
}

const isMissing = (error: unknown) =>
  [codes.methodNotFound, codes.methodNotSupported, codes.unsupportedMethod].includes(Number(read(error, 'code')) as never)

type Parts = {
  /** Asks the user for the addresses. */
  ask(purposes: readonly string[]): Promise<unknown>
  signMessage(params: unknown, address: string): Promise<unknown>
  signPsbt(params: unknown): Promise<{ psbt: string; txid: unknown }>
  /** Satoshis. */
  send(recipient: { address: string; amount: string }): Promise<unknown>
}

/** Xverse, Magic Eden and whoever else speaks sats-connect. */
function satsConnect(provider: unknown): Parts {
  const message = 'Connect'
  return {
    async ask(purposes) {
      let last: unknown
      for (const [method, params] of [
        ['wallet_connect', { addresses: purposes, message }],
        ['getAccounts', { purposes, message }],
        ['getAddresses', { purposes, message }],
      ] as const)
        try {
          return await call(provider, method, params)
        } catch (error) {
          if (!isMissing(error)) throw error
          last = error
        }
      throw last
    },
    signMessage: (params, address) =>
      call(provider, 'signMessage', {
        address,
        message: stringOf(params, 'message'),
        protocol: read(params, 'protocol') === 'bip322' ? 'BIP322' : 'ECDSA',
      }),
    async signPsbt(params) {
      const signInputs: Record<string, number[]> = {}
      for (const { address, index } of inputsOf(params)) signInputs[address] = [...(signInputs[address] ?? []), index]
      const broadcast = read(params, 'broadcast') === true
      const answer = await call(provider, 'signPsbt', { psbt: stringOf(params, 'psbt'), signInputs, broadcast })
      return { psbt: stringOf(answer, 'psbt'), txid: read(answer, 'txid') }
    },
    send: ({ address, amount }) => call(provider, 'sendTransfer', { recipients: [{ address, amount: Number(amount) }] }),
  }
}

/** Leather: the same transport, other words. */
function leather(provider: unknown): Parts {
  return {
    ask: () => call(provider, 'getAddresses', undefined),
    async signMessage(params, address) {
      return call(provider, 'signMessage', {
        message: stringOf(params, 'message'),
        paymentType: isTaproot(address) ? 'p2tr' : 'p2wpkh',
      })
    },
    async signPsbt(params) {
      const answer = await call(provider, 'signPsbt', {
        hex: toHex(fromBase64(stringOf(params, 'psbt'))),
        signAtIndex: inputsOf(params).map(({ index }) => index),
        broadcast: read(params, 'broadcast') === true,
      })
      return { psbt: toBase64(fromHex(stringOf(answer, 'hex'))), txid: read(answer, 'txid') }
    },
    send: (recipient) => call(provider, 'sendTransfer', { recipients: [recipient] }),
  }
}

function createWallet(info: WalletInfo, provider: unknown, isLeather: boolean, context: DiscoveryContext): FamilyWallet {
  const parts = isLeather ? leather(provider) : satsConnect(provider)

  /** Without showing anything: what the wallet tells who has its permission, else what it told last. */
  async function silently(): Promise<readonly BitcoinAccount[]> {
    if (!context.remembers(info.id)) return []
    if (!isLeather)
      try {
        return readAddresses(read(await call(provider, 'wallet_getAccount', undefined), 'addresses'), undefined)
      } catch (error) {
        if (read(error, 'code') === noAccess) return []
      }
    return remembered.get(info.id)
  }

  return {
    info,
    namespace,
    request: answering({
      async getAccountAddresses(params) {
        const intentions = intentionsOf(params)
        if (read(params, 'silent') === true)
          return (await silently()).filter(({ intention }) => !intentions || intentions.includes(intention))
        const answer = await parts.ask(purposesOf(intentions))
        const accounts = readAddresses(Array.isArray(answer) ? answer : read(answer, 'addresses'), intentions)
        remembered.set(info.id, accounts)
        return accounts
      },
      async signMessage(params) {
        const address = text(read(params, 'address')) ?? stringOf(params, 'account')
        const answer = await parts.signMessage(params, address)
        return { address, signature: signatureHex(stringOf(answer, 'signature')), ...stringParts(answer, ['messageHash']) }
      },
      async signPsbt(params) {
        const { psbt, txid } = await parts.signPsbt(params)
        return { psbt, ...(typeof txid === 'string' && txid && { txid }) }
      },
      async sendTransfer(params) {
        const answer = await parts.send({ address: stringOf(params, 'recipientAddress'), amount: stringOf(params, 'amount') })
        return { txid: stringOf(answer, 'txid') }
      },
      async wallet_disconnect() {
        remembered.set(info.id, [])
        if (!isLeather) await call(provider, 'wallet_disconnect', undefined).catch(() => undefined)
        return null
      },
    }),
    subscribe(listener) {
      try {
        const unsubscribe = invoke(provider, 'addListener', 'accountChange', async (event: unknown) => {
          const told = readAddresses(read(event, 'addresses'), undefined)
          // Some say only that it is another one.
          const accounts = told.length || isLeather ? told : await silently().catch(() => [])
          if (!accounts.length) return
          remembered.set(info.id, accounts)
          listener('accountsChanged', accounts)
        })
        return () => {
          if (typeof unsubscribe === 'function') unsubscribe()
        }
      } catch {
        // It has no events, so changes in the wallet are not noticed.
        return () => {}
      }
    },
  }
}

const leatherPlace = 'LeatherProvider'

/** Providers of `window.btc_providers` (WBIP-004), and Leather's own global. */
export function* findSatsConnect(context: DiscoveryContext): Iterable<readonly [id: string, create: () => FamilyWallet]> {
  const listed = listOf(read(globalThis, 'btc_providers')).slice(0, 64)
  for (const entry of [...listed, { id: leatherPlace, name: 'Leather' }]) {
    const place = text(read(entry, 'id'))
    const name = text(read(entry, 'name'))
    const icon = read(entry, 'icon')
    const provider = place?.split('.').reduce<unknown>((value, key) => read(value, key), globalThis)
    if (!place || !name || typeof read(provider, 'request') !== 'function') continue
    const info: WalletInfo = {
      id: `bitcoin:${place}`,
      name,
      ...(drawable(icon) && { icon }),
      source: 'global',
      namespaces: { [namespace]: {} },
    }
    yield [info.id, () => createWallet(info, provider, place === leatherPlace, context)]
  }
}
