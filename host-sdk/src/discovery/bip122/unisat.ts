import type { BitcoinAccount, WalletInfo } from '@latchkey/protocol'
import { answering, type FamilyWallet, invoke, stringOf, stringsOf } from '../discovery.js'
import { fromBase64, fromHex, toBase64, toHex } from '../encoding.js'
import { read, text } from '../foreign.js'
import { inputsOf } from './addresses.js'
import { signatureHex } from './satsConnect.js'

const namespace = 'bip122'

/** CAIP-2 references by Unisat's names of networks. */
const references: Readonly<Record<string, string>> = {
  livenet: '000000000019d6689c085ae165831e93',
  testnet: '000000000933ea01ad0ee984209779ba',
}

const referenceOf = (network: unknown) =>
  typeof network === 'string' && Object.hasOwn(references, network) ? references[network] : undefined

const isList = (addresses: unknown) => Array.isArray(addresses) && stringsOf(addresses).length === addresses.length

/** Globals that have Unisat's API: one address at a time, PSBTs in hex. */
const places = [
  ['unisat', 'UniSat Wallet', ['unisat']],
  ['okx', 'OKX Wallet', ['okxwallet', 'bitcoin']],
] as const

function createWallet(info: WalletInfo, provider: unknown): FamilyWallet {
  async function describe(addresses: unknown): Promise<readonly BitcoinAccount[]> {
    const [address] = stringsOf(addresses)
    if (!address) return []
    const publicKey = text(
      await Promise.resolve()
        .then(() => invoke(provider, 'getPublicKey'))
        .catch(() => undefined),
    )
    return [{ address, ...(publicKey && { publicKey }), intention: 'payment' }]
  }

  return {
    info,
    namespace,
    request: answering({
      // `getAccounts` answers what the site may see already, and shows nothing.
      getAccountAddresses: async (params) =>
        describe(await invoke(provider, read(params, 'silent') === true ? 'getAccounts' : 'requestAccounts')),
      async signMessage(params) {
        const kind = read(params, 'protocol') === 'bip322' ? 'bip322-simple' : 'ecdsa'
        const signature = await invoke(provider, 'signMessage', stringOf(params, 'message'), kind)
        return { address: text(read(params, 'address')) ?? stringOf(params, 'account'), signature: signatureHex(String(signature)) }
      },
      async signPsbt(params) {
        const broadcast = read(params, 'broadcast') === true
        const toSignInputs = inputsOf(params).map((input) => ({
          ...input,
          ...(input.sighashTypes && { sighashTypes: [...input.sighashTypes] }),
        }))
        const options = { autoFinalized: broadcast, ...(toSignInputs.length && { toSignInputs }) }
        const signed = String(await invoke(provider, 'signPsbt', toHex(fromBase64(stringOf(params, 'psbt'))), options))
        const txid = broadcast ? text(await invoke(provider, 'pushPsbt', signed)) : undefined
        return { psbt: toBase64(fromHex(signed)), ...(txid && { txid }) }
      },
      async sendTransfer(params) {
        const memo = text(read(params, 'memo'))
        const amount = Number(stringOf(params, 'amount'))
        const txid = await invoke(provider, 'sendBitcoin', stringOf(params, 'recipientAddress'), amount, ...(memo ? [{ memo }] : []))
        return { txid: String(txid) }
      },
      async wallet_disconnect() {
        if (typeof read(provider, 'disconnect') === 'function') await invoke(provider, 'disconnect')
        return null
      },
    }),
    subscribe(listener) {
      // Where an event says what is not understood, the wallet is asked.
      const onAccounts = async (addresses: unknown) => {
        try {
          const listed = isList(addresses) ? addresses : await invoke(provider, 'getAccounts')
          if (isList(listed)) listener('accountsChanged', await describe(listed))
        } catch {
          // It does not say: what is known stays.
        }
      }
      const onNetwork = async (network: unknown) => {
        try {
          const reference = referenceOf(network) ?? referenceOf(await invoke(provider, 'getNetwork'))
          if (reference) listener('chainChanged', reference)
        } catch {
          // It does not say where it is.
        }
      }
      const events = [
        ['accountsChanged', onAccounts],
        ['networkChanged', onNetwork],
      ] as const
      const attempt = (member: string) => {
        for (const event of events)
          try {
            invoke(provider, member, ...event)
          } catch {
            // It has no events, so changes in the wallet are not noticed.
          }
      }
      attempt('on')
      return () => attempt('removeListener')
    },
  }
}

/** Unisat, and OKX, which has its API. */
export function* findUnisat(): Iterable<readonly [id: string, create: () => FamilyWallet]> {
  for (const [key, name, path] of places) {
    const provider = path.reduce<unknown>((value, step) => read(value, step), globalThis)
    if (typeof read(provider, 'requestAccounts') !== 'function') continue
    const info: WalletInfo = { id: `bitcoin:${key}`, name, source: 'global', namespaces: { [namespace]: {} } }
    yield [info.id, () => createWallet(info, provider)]
  }
}
