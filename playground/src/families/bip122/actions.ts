import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import type { Requester } from '../../sdk/modal.js'
import { type ActionContext, type FamilyActions, verdict } from '../action.js'
import { regtest } from './bitcoinKeys.js'
import { verifyBitcoin } from './verifyBitcoin.js'

/** Satoshis of the example. */
const coin = 100_000n
const fee = 500n

const provider = ({ modal }: ActionContext) => modal.provider('bip122') as Requester

/** ECDSA for payments; a taproot account has BIP-322 only. */
async function signMessage(context: ActionContext, message: string) {
  const { address, type } = context.account
  const protocol = type === 'ordinal' ? 'bip322' : 'ecdsa'
  const { signature } = (await provider(context).request({
    method: 'signMessage',
    params: { account: address, address, message, protocol },
  })) as { signature: string }
  return verdict(verifyBitcoin(address, message, signature), [
    ['Protocol', protocol === 'ecdsa' ? 'ECDSA' : 'BIP-322'],
    ['Signature', signature],
  ])
}

/** A transaction over a coin that does not exist: there is no Bitcoin node to make one, and nothing is sent. */
async function signPsbt(context: ActionContext) {
  const { address, publicKey, type } = context.account
  const script = Address(regtest).decode(address)
  const psbt = new Transaction()
  psbt.addInput({
    txid: sha256(new TextEncoder().encode(address)),
    index: 0,
    witnessUtxo: { script: OutScript.encode(script), amount: coin },
    ...(type === 'ordinal' && publicKey ? { tapInternalKey: hex.decode(publicKey) } : {}),
  })
  psbt.addOutputAddress(address, coin - fee, regtest)
  const answer = (await provider(context).request({
    method: 'signPsbt',
    params: { account: address, psbt: base64.encode(psbt.toPSBT()), signInputs: [{ address, index: 0 }], broadcast: false },
  })) as { psbt: string }
  const signed = Transaction.fromPSBT(base64.decode(answer.psbt))
  // Throws unless the signature is there.
  signed.finalize()
  return {
    passed: signed.isFinal,
    sentence: 'Signed: it could be sent',
    facts: [
      ['Pays', `${Number(coin - fee) / 1e8} BTC back to you`],
      ['Transaction', signed.id],
    ] as const,
  }
}

export const actions: FamilyActions = { signMessage, second: signPsbt }
