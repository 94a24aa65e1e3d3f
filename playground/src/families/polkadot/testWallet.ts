import { type SignerPayload, signingBytes } from '@latchkey/testkit/src/signers/polkadotPayload.ts'
import { toSs58 } from '@latchkey/testkit/src/signers/ss58.ts'
import { hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import type { PlaygroundChain } from '../../config.js'
import { ProviderError, rejected, unauthorized } from '../../testWallet/rpcError.js'
import { createConsent } from '../consent.js'
import { lazily, secretOf } from '../keys.js'

const name = 'Polkadot test wallet'
/** Westend, where no money is. */
const testChain = 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e'
const utf8 = new TextEncoder()

/** @throws ProviderError -32602 for a transaction that cannot be read as a whole: signing blindly would be worse */
function readPayload(payload: SignerPayload): Uint8Array {
  try {
    return signingBytes(payload)
  } catch (error) {
    throw new ProviderError(-32_602, (error as Error).message)
  }
}

/** Bytes of a message are wrapped, so that they can never be a transaction. */
export function wrapped(data: string): Uint8Array {
  const bytes = data.startsWith('0x') ? hex.decode(data.slice(2)) : utf8.encode(data)
  const text = new TextDecoder().decode(bytes)
  return text.startsWith('<Bytes>') && text.endsWith('</Bytes>')
    ? bytes
    : Uint8Array.of(...utf8.encode('<Bytes>'), ...bytes, ...utf8.encode('</Bytes>'))
}

/** An extension in `window.injectedWeb3` that lives in this page, with an sr25519 key. */
function createPolkadotWallet() {
  const key = lazily(() => {
    const secret = secretFromSeed(secretOf('polkadot'))
    return { secret, address: toSs58(getPublicKey(secret)) }
  })
  const consent = createConsent('polkadot', `${name} · test networks only`)
  const accounts = () => (consent.isGiven() ? [{ address: key().address, name: 'Test account', type: 'sr25519' }] : [])
  let nextId = 1
  const answer = (bytes: Uint8Array) => ({ id: nextId++, signature: `0x${hex.encode(sign(key().secret, bytes))}` })

  const signer = {
    async signRaw({ address: wanted, data }: { readonly address: string; readonly data: string }) {
      if (wanted !== key().address) throw unauthorized()
      const bytes = wrapped(data)
      await consent.confirm({
        title: 'Sign this message?',
        approve: 'Sign',
        facts: [
          ['Account', key().address],
          ['Message', new TextDecoder().decode(bytes)],
        ],
      })
      return answer(bytes)
    },
    async signPayload(payload: SignerPayload) {
      if (payload.address !== key().address) throw unauthorized()
      const bytes = readPayload(payload)
      await consent.confirm({
        title: 'Sign this transaction?',
        approve: 'Sign',
        facts: [
          ['Account', key().address],
          ['Call', payload.method],
          ['Chain', payload.genesisHash],
        ],
      })
      return answer(bytes)
    },
  }
  const extension = {
    name,
    version: '1.0.0',
    accounts: {
      get: async () => accounts(),
      subscribe(listener: (list: ReturnType<typeof accounts>) => void) {
        listener(accounts())
        return consent.subscribe(() => listener(accounts()))
      },
    },
    signer,
  }
  return {
    version: '1.0.0',
    async enable() {
      await consent.connect(key().address).catch((error: { code?: number }) => {
        // Extensions reject with a sentence of their own; ours has its code.
        throw error.code === 4001 ? rejected() : error
      })
      return extension
    },
    leave: consent.leave,
  }
}

/** Puts the wallet where pages look for it. The key is the name that they show. */
export function startTestWallet(chains: readonly PlaygroundChain[]): void {
  if (!chains.some(({ caipNetworkId }) => caipNetworkId === testChain)) return
  const page = globalThis as unknown as { injectedWeb3?: Record<string, object> }
  page.injectedWeb3 = { ...page.injectedWeb3, [name]: createPolkadotWallet() }
}
