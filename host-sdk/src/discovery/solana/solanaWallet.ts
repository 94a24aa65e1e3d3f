import { type CaipNetworkId, codes, type SolanaAccount } from '@latchkey/protocol'
import { ModalError } from '../../modalError.js'
import { answering, type FamilyWallet, listOf, stringOf, stringsOf } from '../discovery.js'
import { fromBase58, fromBase64, toBase58, toBase64, toBytes } from '../encoding.js'
import { read, text } from '../foreign.js'
import { callFeature, createAccounts, featuresOf, hasFeature, onAccounts, readStandardWallet, type StandardAccount } from '../standard.js'
import { signatureOf } from './solanaTransaction.js'
import { fromStandardChain, toStandardChain } from './standardChains.js'

const namespace = 'solana'
const prefix = `${namespace}:`

const isUsable = (wallet: unknown) =>
  hasFeature(wallet, 'standard:connect') &&
  featuresOf(wallet).some((feature) => feature.startsWith(prefix)) &&
  stringsOf(read(wallet, 'chains')).some((chain) => chain.startsWith(prefix))

const chainsOf = (chains: readonly string[]) => chains.filter((chain) => chain.startsWith(prefix)).map(fromStandardChain)

function describe({ own, address, chains }: StandardAccount): SolanaAccount {
  const label = text(read(own, 'label'))
  return { pubkey: address, ...(label && { label }), features: stringsOf(read(own, 'features')), chains: chainsOf(chains) }
}

/** The bytes of an answer. @throws ModalError -32603 when the wallet left them out */
function bytesOf(output: unknown, key: string): Uint8Array {
  const bytes = toBytes(read(output, key))
  if (!bytes) throw new ModalError(codes.internal, `The wallet answered without ${key}`)
  return bytes
}

/** A registered wallet's side for Solana; undefined when it has none. */
export function createSolanaWallet(wallet: object): FamilyWallet | undefined {
  const info = isUsable(wallet) ? readStandardWallet(wallet, namespace, chainsOf(stringsOf(read(wallet, 'chains')))) : undefined
  if (!info) return undefined
  const accounts = createAccounts(wallet, prefix)

  async function sign(params: unknown, transactions: readonly unknown[], networkId: CaipNetworkId | null) {
    const pubkey = stringOf(params, 'pubkey')
    const account = accounts.find(pubkey)
    const chain = toStandardChain(networkId, stringsOf(read(account, 'chains')))
    const inputs = transactions.map((each) => ({ account, transaction: fromBase64(String(each)), ...(chain && { chain }) }))
    const outputs = listOf(await callFeature(wallet, 'solana:signTransaction', ...inputs))
    if (outputs.length !== inputs.length) throw new ModalError(codes.internal, 'The wallet answered for another number of transactions')
    return outputs.map((output) => {
      const signed = bytesOf(output, 'signedTransaction')
      const signature = signatureOf(signed, fromBase58(pubkey))
      return { transaction: toBase64(signed), signature: signature ? toBase58(signature) : '' }
    })
  }

  const request = answering({
    async solana_requestAccounts(params) {
      const silent = read(params, 'silent') === true
      const output = await callFeature(wallet, 'standard:connect', ...(silent ? [{ silent }] : []))
      return accounts.take(output).map(describe)
    },
    solana_getAccounts: () => accounts.shown().map(describe),
    async solana_signMessage(params) {
      const message = fromBase58(stringOf(params, 'message'))
      const account = accounts.find(stringOf(params, 'pubkey'))
      const [output] = listOf(await callFeature(wallet, 'solana:signMessage', { account, message }))
      const signed = toBytes(read(output, 'signedMessage'))
      // A hardware wallet signs the message in an envelope: then the envelope is what the signature is of.
      const other = signed && toBase64(signed) !== toBase64(message) && { signedMessage: toBase64(signed) }
      return { signature: toBase58(bytesOf(output, 'signature')), ...other }
    },
    async solana_signTransaction(params, networkId) {
      const [signed] = await sign(params, [stringOf(params, 'transaction')], networkId)
      return signed
    },
    async solana_signAllTransactions(params, networkId) {
      const signed = await sign(params, listOf(read(params, 'transactions')), networkId)
      return { transactions: signed.map(({ transaction }) => transaction) }
    },
    async solana_signAndSendTransaction(params, networkId) {
      const account = accounts.find(stringOf(params, 'pubkey'))
      const chain = toStandardChain(networkId, stringsOf(read(account, 'chains')))
      const options = read(params, 'sendOptions')
      const input = { account, transaction: fromBase64(stringOf(params, 'transaction')), chain, ...(options ? { options } : {}) }
      const [output] = listOf(await callFeature(wallet, 'solana:signAndSendTransaction', input))
      return { signature: toBase58(bytesOf(output, 'signature')) }
    },
    async solana_signIn(params) {
      const [output] = listOf(await callFeature(wallet, 'solana:signIn', read(params, 'input') ?? {}))
      const [account] = accounts.take({ accounts: [read(output, 'account')] })
      const pubkey = text(read(read(output, 'account'), 'address')) ?? account?.address
      return {
        pubkey,
        signedMessage: toBase64(bytesOf(output, 'signedMessage')),
        signature: toBase58(bytesOf(output, 'signature')),
      }
    },
    async wallet_disconnect() {
      accounts.forget()
      if (hasFeature(wallet, 'standard:disconnect')) await callFeature(wallet, 'standard:disconnect')
      return null
    },
  })

  return {
    info,
    namespace,
    request,
    subscribe: (listener) => onAccounts(wallet, 'standard:events', accounts, (now) => listener('accountsChanged', now.map(describe))),
    features: (address) => {
      const account = accounts.shown().find((each) => each.address === address)
      return account && stringsOf(read(account.own, 'features'))
    },
  }
}
