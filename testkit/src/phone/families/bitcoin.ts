import { createHash } from 'node:crypto'
import { messageHash, signBip322, signEcdsa } from '../../signers/bitcoinMessage.ts'
import { keysOf } from '../bitcoin/keys.ts'
import { createNode } from '../bitcoin/node.ts'
import { payment, signPsbt } from '../bitcoin/transactions.ts'
import { type Family, member, text, unsupported, WalletError } from '../family.ts'

/** Taproot's key is another one than the coins'. */
const ordinalKey = (secret: Uint8Array) => Uint8Array.from(createHash('sha256').update('ordinal').update(secret).digest())

/**
 * Bitcoin: a native segwit address for coins and a taproot one for inscriptions. Signs messages (BIP-137, BIP-322) and transactions (PSBT).
 *
 * @param rpcUrls by CAIP-2 id; on chains without one, what is to be sent is signed and kept here
 */
export function createBitcoinFamily(secret: Uint8Array, rpcUrls: Readonly<Record<string, string>> = {}): Family {
  const ordinal = ordinalKey(secret)
  const keys = (chainId: string) => keysOf(chainId, secret, ordinal)
  const node = (chainId: string) => {
    const url = rpcUrls[chainId]
    return url ? createNode(url) : undefined
  }

  async function handle(chainId: string, method: string, params: unknown): Promise<unknown> {
    const own = keys(chainId)
    switch (method) {
      case 'getAccountAddresses': {
        const intentions = member(params, 'intentions')
        const wanted = own.filter(({ intention }) => !Array.isArray(intentions) || intentions.includes(intention))
        return wanted.map(({ address, publicKey, path, intention }) => ({ address, publicKey, path, intention }))
      }
      case 'signMessage': {
        const wanted = member(params, 'address') ?? member(params, 'account')
        const key = own.find(({ address }) => address === wanted)
        if (!key) throw new WalletError(4100, `Not an address of this wallet: ${wanted}`)
        const message = text(params, 'message')
        const { address } = key
        if ((member(params, 'protocol') ?? 'ecdsa') === 'bip322')
          return { address, signature: Buffer.from(signBip322(message, key.script, key.secret)).toString('hex') }
        if (key.intention !== 'payment') throw new WalletError(4200, 'Taproot addresses sign by BIP-322')
        const [signature, hash] = [signEcdsa(message, key.secret), messageHash(message)]
        return { address, signature: Buffer.from(signature).toString('hex'), messageHash: Buffer.from(hash).toString('hex') }
      }
      case 'signPsbt': {
        const transaction = signPsbt(params, own)
        const psbt = Buffer.from(transaction.toPSBT()).toString('base64')
        if (member(params, 'broadcast') !== true) return { psbt }
        const sender = node(chainId)
        if (!sender) throw new WalletError(4901, `No node for ${chainId}`)
        transaction.finalize()
        return { psbt, txid: await sender.send(transaction.hex) }
      }
      case 'sendTransfer': {
        const sender = node(chainId)
        const transaction = await payment(chainId, params, own, sender)
        return { txid: sender ? await sender.send(transaction.hex) : transaction.id, ...(sender ? {} : { unsent: transaction.hex }) }
      }
      default:
        throw unsupported(method)
    }
  }

  return {
    namespace: 'bip122',
    methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
    events: ['accountsChanged', 'chainChanged'],
    address: (chainId) => keys(chainId)[0]?.address,
    addresses: (chainId) => keys(chainId).map(({ address }) => address),
    handle: ({ chainId, method, params }) => handle(chainId, method, params),
  }
}
