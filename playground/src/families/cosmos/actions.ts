import { aminoBytes, directBytes, messageDocument } from '@latchkey/testkit/src/signers/cosmosDocuments.ts'
import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, hex } from '@scure/base'
import type { Requester } from '../../sdk/modal.js'
import { type ActionContext, type FamilyActions, verdict } from '../action.js'

type Answer = { readonly signature: { readonly signature: string; readonly pub_key: { readonly value: string } } }

const provider = ({ modal }: ActionContext) => modal.provider('cosmos') as Requester

/** True when the key is the address's own, and the signature the key's. */
function check(address: string, bytes: Uint8Array, { signature, pub_key }: Answer['signature']): boolean {
  const key = base64.decode(pub_key.value)
  const { words } = bech32.decode(address as `${string}1${string}`)
  if (hex.encode(bech32.fromWords(words)) !== hex.encode(ripemd160(sha256(key)))) return false
  return secp256k1.verify(base64.decode(signature), sha256(bytes), key)
}

async function signMessage(context: ActionContext, message: string) {
  const { address } = context.account
  const signDoc = messageDocument(address, message)
  const { signature } = (await provider(context).request({
    method: 'cosmos_signAmino',
    params: { signerAddress: address, signDoc },
  })) as Answer
  return verdict(check(address, aminoBytes(signDoc), signature), [
    ['Standard', 'ADR-36'],
    ['Signature', signature.signature],
  ])
}

/** A transaction with nothing but a memo: signed for real, and never sent. */
async function signDirect(context: ActionContext) {
  const { address } = context.account
  const memo = new TextEncoder().encode('Hello from the playground')
  const bodyBytes = Uint8Array.of(0x12, memo.length, ...memo)
  const authInfoBytes = Uint8Array.of(0x12, 0)
  const chainId = context.chain.caipNetworkId.slice('cosmos:'.length)
  const signDoc = { chainId, accountNumber: '7', bodyBytes: base64.encode(bodyBytes), authInfoBytes: base64.encode(authInfoBytes) }
  const { signature } = (await provider(context).request({
    method: 'cosmos_signDirect',
    params: { signerAddress: address, signDoc },
  })) as Answer
  const bytes = directBytes({ chainId, accountNumber: '7', bodyBytes, authInfoBytes })
  return verdict(check(address, bytes, signature), [
    ['Memo', 'Hello from the playground'],
    ['Signature', signature.signature],
  ])
}

export const actions: FamilyActions = { signMessage, second: signDirect }
