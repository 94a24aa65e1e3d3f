import { signingBytes } from '@latchkey/testkit/src/signers/polkadotPayload.ts'
import { fromSs58 } from '@latchkey/testkit/src/signers/ss58.ts'
import { hex } from '@scure/base'
import { verify } from '@scure/sr25519'
import type { Requester } from '../../sdk/modal.js'
import { type ActionContext, type FamilyActions, verdict } from '../action.js'
import { wrapped } from './testWallet.js'

const provider = ({ modal }: ActionContext) => modal.provider('polkadot') as Requester

/** Bytes of an sr25519 signature; some wallets put the kind of key before it. */
const signatureBytes = (signature: string) => hex.decode(signature.replace(/^0x/, '')).slice(-64)

async function signMessage(context: ActionContext, message: string) {
  const { address } = context.account
  const { signature } = (await provider(context).request({ method: 'polkadot_signMessage', params: { address, message } })) as {
    signature: string
  }
  const bytes = signatureBytes(signature)
  // Extensions wrap what they sign, wallets on a phone may not.
  const passed = [wrapped(message), new TextEncoder().encode(message)].some((text) => verify(text, bytes, fromSs58(address)))
  return verdict(passed, [['Signature', signature]])
}

/** A remark that was never sent: its signature is real. */
async function signTransaction(context: ActionContext) {
  const { address } = context.account
  const hash = `0x${context.chain.caipNetworkId.slice('polkadot:'.length).padEnd(64, '0')}`
  const remark = new TextEncoder().encode('Hello')
  const transactionPayload = {
    address,
    blockHash: hash,
    blockNumber: '0x00000000',
    era: '0x00',
    genesisHash: hash,
    // System.remark, with the length of its text as SCALE's compact number.
    method: `0x0000${hex.encode(Uint8Array.of(remark.length << 2, ...remark))}`,
    nonce: '0x00000000',
    specVersion: '0x00000001',
    tip: '0x00',
    transactionVersion: '0x00000001',
    signedExtensions: ['CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce', 'ChargeTransactionPayment'],
    version: 4,
  }
  const { signature } = (await provider(context).request({
    method: 'polkadot_signTransaction',
    params: { address, transactionPayload },
  })) as { signature: string }
  return verdict(verify(signingBytes(transactionPayload), signatureBytes(signature), fromSs58(address)), [
    ['Call', 'System.remark("Hello")'],
    ['Signature', signature],
  ])
}

export const actions: FamilyActions = { signMessage, second: signTransaction }
