import { aminoBytes, type DirectDocument, directBytes } from '@latchkey/testkit/src/signers/cosmosDocuments.ts'
import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32 } from '@scure/base'
import type { PlaygroundChain } from '../../config.js'
import { ProviderError, unauthorized } from '../../testWallet/rpcError.js'
import { createConsent } from '../consent.js'
import { iconOf, lazily, secretOf } from '../keys.js'

const name = 'Cosmos test wallet'
/** Chains without money on them, for which the wallet may sign. */
const testChains: readonly string[] = ['cosmos:provider']
type AminoDocument = {
  readonly chain_id?: string
  readonly msgs?: readonly { readonly type?: string; readonly value?: { readonly data?: string } }[]
}

/**
 * A wallet with Keplr's API that lives in this page.
 *
 * @param chainIds the test chains that it knows; it refuses every other
 */
function createCosmosWallet(chainIds: readonly string[]) {
  const secret = secretOf('cosmos')
  const account = lazily(() => {
    const publicKey = secp256k1.getPublicKey(secret, true)
    const hash = ripemd160(sha256(publicKey))
    return { publicKey, hash, address: bech32.encode('cosmos', bech32.toWords(hash)) }
  })
  const consent = createConsent('cosmos', `${name} · test networks only`)
  const known = (id: string) => {
    // In Keplr's own words, which pages and dialogs understand.
    if (!chainIds.includes(id)) throw new ProviderError(4902, `There is no chain info for ${id}`)
  }
  const check = (chainId: string, signer: string) => {
    known(chainId)
    if (signer !== account().address) throw unauthorized()
  }
  const signatureOf = (bytes: Uint8Array) => ({
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(account().publicKey) },
    signature: base64.encode(secp256k1.sign(sha256(bytes), secret).toCompactRawBytes()),
  })
  const textOf = (data: string) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(base64.decode(data))
    } catch {
      return data
    }
  }

  return {
    /** Wallets with this API have no name; this one is not to be taken for another. */
    name,
    icon: iconOf('#2E3148'),
    version: '0.12.0',
    mode: 'extension' as const,
    async enable(ids: string | readonly string[]) {
      for (const id of [ids].flat() as string[]) known(id)
      await consent.connect(account().address)
    },
    async disable() {
      consent.leave()
    },
    async getKey(chainId: string) {
      known(chainId)
      if (!consent.isGiven()) throw unauthorized()
      const { publicKey, hash, address } = account()
      const facts = { isNanoLedger: false, isKeystone: false }
      return { name: 'Test account', algo: 'secp256k1', pubKey: publicKey, address: hash, bech32Address: address, ...facts }
    },
    async signAmino(chainId: string, signer: string, document: AminoDocument) {
      check(chainId, signer)
      const data = document.msgs?.[0]?.type === 'sign/MsgSignData' ? document.msgs[0].value?.data : undefined
      await consent.confirm({
        title: data === undefined ? 'Sign this transaction?' : 'Sign this message?',
        approve: 'Sign',
        facts: [
          ['Account', account().address],
          data === undefined ? ['Document', JSON.stringify(document, null, 2)] : ['Message', textOf(data)],
        ],
      })
      return { signed: document, signature: signatureOf(aminoBytes(document)) }
    },
    async signDirect(chainId: string, signer: string, document: DirectDocument) {
      check(chainId, signer)
      await consent.confirm({
        title: 'Sign this transaction?',
        approve: 'Sign',
        facts: [
          ['Account', account().address],
          ['Chain', document.chainId],
          ['Size', `${document.bodyBytes.length} bytes`],
        ],
      })
      return { signed: document, signature: signatureOf(directBytes(document)) }
    },
  }
}

/** Puts the wallet where pages look for it, unless Keplr itself is there. */
export function startTestWallet(chains: readonly PlaygroundChain[]): void {
  const ids = chains.map(({ caipNetworkId }) => caipNetworkId).filter((id) => testChains.includes(id))
  if (ids.length === 0) return
  const page = globalThis as unknown as { keplr?: object }
  page.keplr ??= createCosmosWallet(ids.map((id) => id.slice('cosmos:'.length)))
}
