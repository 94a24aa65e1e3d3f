import { type BitcoinAccount, codes } from '@latchkey/protocol'
import { ModalError } from '../../modalError.js'
import { answering, type FamilyWallet, listOf, stringOf } from '../discovery.js'
import { fromBase64, toBase64, toBytes, toHex } from '../encoding.js'
import { read, text } from '../foreign.js'
import { callFeature, createAccounts, featuresOf, hasFeature, onAccounts, readStandardWallet, type StandardAccount } from '../standard.js'
import { inputsOf, intentionsOf, purposesOf, readAddresses } from './addresses.js'

const namespace = 'bip122'
/** The Wallet Standard calls this family by another name. */
const prefix = 'bitcoin:'

/** SIGHASH flags by number, in the words of the feature. */
const sigHashes: Readonly<Record<number, string>> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

const describe = (accounts: readonly StandardAccount[], params?: unknown): readonly BitcoinAccount[] =>
  readAddresses(
    accounts.map(({ own, address }) => {
      const key = toBytes(read(own, 'publicKey'))
      return { address, purpose: read(own, 'purpose'), ...(key?.length && { publicKey: toHex(key) }) }
    }),
    intentionsOf(params),
  )

/** A registered wallet's side for Bitcoin; undefined when it has none. */
export function createStandardBitcoin(wallet: object): FamilyWallet | undefined {
  const connects = hasFeature(wallet, 'bitcoin:connect') || hasFeature(wallet, 'standard:connect')
  const signs = featuresOf(wallet).some((feature) => feature.startsWith(prefix) && feature !== 'bitcoin:connect')
  const info = connects && signs ? readStandardWallet(wallet, namespace, []) : undefined
  if (!info) return undefined
  const accounts = createAccounts(wallet, prefix)
  const events = hasFeature(wallet, 'bitcoin:events') ? 'bitcoin:events' : 'standard:events'

  async function connect(params: unknown) {
    const silent = read(params, 'silent') === true
    // Only `standard:connect` can be asked without showing anything.
    if (silent && !hasFeature(wallet, 'standard:connect')) return accounts.shown()
    if (silent) return accounts.take(await callFeature(wallet, 'standard:connect', { silent }))
    if (!hasFeature(wallet, 'bitcoin:connect')) return accounts.take(await callFeature(wallet, 'standard:connect'))
    return accounts.take(await callFeature(wallet, 'bitcoin:connect', { purposes: purposesOf(intentionsOf(params)) }))
  }

  return {
    info,
    namespace,
    request: answering({
      getAccountAddresses: async (params) => describe(await connect(params), params),
      async signMessage(params) {
        const address = text(read(params, 'address')) ?? stringOf(params, 'account')
        const message = new TextEncoder().encode(stringOf(params, 'message'))
        const [output] = listOf(await callFeature(wallet, 'bitcoin:signMessage', { account: accounts.find(address), message }))
        const signature = toBytes(read(output, 'signature'))
        if (!signature) throw new ModalError(codes.internal, 'The wallet answered without signature')
        return { address, signature: toHex(signature) }
      },
      async signPsbt(params) {
        const inputsToSign = inputsOf(params).map(({ address, index, sighashTypes }) => {
          const sigHash = sighashTypes?.length === 1 ? sigHashes[sighashTypes[0] ?? 0] : undefined
          return { account: accounts.find(address), signingIndexes: [index], ...(sigHash && { sigHash }) }
        })
        const psbt = stringOf(params, 'psbt')
        const input = { psbt: fromBase64(psbt), inputsToSign }
        if (read(params, 'broadcast') === true) {
          const [output] = listOf(await callFeature(wallet, 'bitcoin:signAndSendTransaction', input))
          return { psbt, txid: stringOf(output, 'txId') }
        }
        const [output] = listOf(await callFeature(wallet, 'bitcoin:signTransaction', input))
        const signed = toBytes(read(output, 'signedPsbt'))
        if (!signed) throw new ModalError(codes.internal, 'The wallet answered without signedPsbt')
        return { psbt: toBase64(signed) }
      },
      async wallet_disconnect() {
        accounts.forget()
        const feature = ['bitcoin:disconnect', 'standard:disconnect'].find((each) => hasFeature(wallet, each))
        if (feature) await callFeature(wallet, feature)
        return null
      },
    }),
    subscribe: (listener) => onAccounts(wallet, events, accounts, (now) => listener('accountsChanged', describe(now))),
  }
}
