import { createHash } from 'node:crypto'
import { type SolanaSignInInput, solanaSignInMessage } from '@latchkey/protocol'
import { Keyring } from '@polkadot/keyring'
import { TypeRegistry } from '@polkadot/types'
import { u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { base58, base64, hex } from '@scure/base'
import { createBitcoinFamily } from '../phone/families/bitcoin.ts'
import { createCosmosFamily } from '../phone/families/cosmos.ts'
import { createSolanaFamily } from '../phone/families/solana.ts'

/** What an extension does with one of its own calls. `chains` are the addresses of local nodes. */
export type Handlers = Readonly<Record<string, (params: never) => unknown>>
export type FamilyKeys = {
  /** Accounts by index, in the words of the extension's own event. */
  shown(index: number): unknown
  readonly handlers: (index: () => number) => Handlers
}

const indexes = [0, 1] as const
/** 32 bytes, the same at every run. */
const secretOf = (family: string, index: number) => Uint8Array.from(createHash('sha256').update(`extension:${family}:${index}`).digest())

type SolanaInput = { readonly account: string; readonly chain?: string; readonly message: number[]; readonly transaction: number[] }

/** @param owner keys of somebody else's: nobody sent them anything yet */
export function solanaKeys(
  chains: Readonly<Record<string, string>>,
  owner = 'solana',
): FamilyKeys & { readonly addresses: readonly string[] } {
  const families = indexes.map((index) => createSolanaFamily(secretOf(owner, index), chains))
  const addresses = families.map((family) => String(family.address('')))
  const local = Object.keys(chains).find((id) => id.startsWith('solana:')) ?? ''
  const shown = (index: number) => [{ address: addresses[index] ?? '', publicKey: [...base58.decode(addresses[index] ?? '')] }]
  const ask = async (account: string, method: string, params: object) =>
    (await families[addresses.indexOf(account)]?.handle({ chainId: local, method, params })) as Record<string, string>
  const signMessage = async (account: string, message: Uint8Array) =>
    base58.decode((await ask(account, 'solana_signMessage', { message: base58.encode(message) })).signature ?? '')
  const toText = (input: SolanaSignInInput, address: string) => solanaSignInMessage({ ...input, domain: input.domain ?? '', address })
  return {
    addresses,
    shown,
    handlers: (index) => ({
      connect: () => shown(index()),
      signMessage: (inputs: readonly SolanaInput[]) =>
        Promise.all(
          inputs.map(async ({ account, message }) => ({
            signedMessage: message,
            signature: [...(await signMessage(account, Uint8Array.from(message)))],
          })),
        ),
      signTransaction: (inputs: readonly SolanaInput[]) =>
        Promise.all(
          inputs.map(async ({ account, transaction }) => {
            const params = { transaction: base64.encode(Uint8Array.from(transaction)) }
            const signed = await ask(account, 'solana_signTransaction', params)
            return { signedTransaction: [...base64.decode(signed.transaction ?? '')] }
          }),
        ),
      signAndSendTransaction: (inputs: readonly SolanaInput[]) =>
        Promise.all(
          inputs.map(async ({ account, transaction }) => {
            const params = { transaction: base64.encode(Uint8Array.from(transaction)) }
            const { signature } = await ask(account, 'solana_signAndSendTransaction', params)
            return { signature: [...base58.decode(signature ?? '')] }
          }),
        ),
      signIn: async (input: Record<string, string>) => {
        const address = addresses[index()] ?? ''
        const message = new TextEncoder().encode(toText(input, address))
        return { account: shown(index())[0], signedMessage: [...message], signature: [...(await signMessage(address, message))] }
      },
    }),
  }
}

const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

type BitcoinAddress = { readonly address: string; readonly publicKey: string; readonly intention: 'payment' | 'ordinal' }

/** What Xverse answers, with a segwit and a taproot key of regtest. */
export async function bitcoinKeys(): Promise<FamilyKeys & { readonly addresses: readonly BitcoinAddress[] }> {
  const families = indexes.map((index) => createBitcoinFamily(secretOf('bitcoin', index)))
  const ask = async (index: number, method: string, params: object) =>
    families[index]?.handle({ chainId: regtest, method, params }) as never
  const own = await Promise.all(
    indexes.map(async (index) => {
      const addresses: readonly BitcoinAddress[] = await ask(index, 'getAccountAddresses', {})
      return addresses.map(({ address, publicKey, intention }) => ({ address, publicKey, intention }))
    }),
  )
  const shown = (index: number) => [
    { address: 'SP000000000000000000002Q6VF78', publicKey: '', purpose: 'stacks', addressType: 'stacks' },
    ...(own[index] ?? []).map(({ address, publicKey, intention }) => ({
      address,
      publicKey,
      purpose: intention === 'ordinal' ? 'ordinals' : intention,
    })),
  ]
  const answer = (index: number) => ({ id: 'account', addresses: shown(index), walletType: 'software' })
  return {
    shown,
    addresses: own[0] ?? [],
    handlers: (index) => ({
      wallet_connect: () => answer(index()),
      wallet_getAccount: () => answer(index()),
      wallet_disconnect: () => null,
      async signMessage({ protocol, ...params }: { readonly protocol: string }) {
        const signed: { signature: string } = await ask(index(), 'signMessage', { ...params, protocol: protocol.toLowerCase() })
        return { ...signed, signature: base64.encode(hex.decode(signed.signature)) }
      },
      signPsbt({ psbt, signInputs }: { readonly psbt: string; readonly signInputs: Readonly<Record<string, readonly number[]>> }) {
        const inputs = Object.entries(signInputs).flatMap(([address, list]) => list.map((each) => ({ address, index: each })))
        return ask(index(), 'signPsbt', { psbt, signInputs: inputs })
      },
    }),
  }
}

/** What the polkadot.js extension answers, with sr25519 keys of Substrate. */
export async function polkadotKeys(): Promise<FamilyKeys & { readonly addresses: readonly string[] }> {
  await cryptoWaitReady()
  const keyring = new Keyring({ type: 'sr25519', ss58Format: 42 })
  const pairs = indexes.map((index) => keyring.addFromSeed(secretOf('polkadot', index), { name: `Stash ${index}` }))
  const addresses = pairs.map(({ address }) => address)
  const pairOf = (address: string) => {
    const pair = pairs[addresses.indexOf(address)]
    if (!pair) throw new Error(`Unable to find ${address}`)
    return pair
  }
  const shown = (index: number) => [{ address: addresses[index], name: `Stash ${index}`, type: 'sr25519', genesisHash: null }]
  return {
    addresses,
    shown,
    handlers: (index) => ({
      enable: () => null,
      accounts: () => shown(index()),
      signRaw: ({ address, data }: { readonly address: string; readonly data: string }) => ({
        id: 1,
        signature: `0x${hex.encode(pairOf(address).sign(u8aWrapBytes(data)))}`,
      }),
      signPayload(payload: { readonly address: string; readonly version: number; readonly signedExtensions: string[] }) {
        const registry = new TypeRegistry()
        registry.setSignedExtensions(payload.signedExtensions)
        const extrinsic = registry.createType('ExtrinsicPayload', payload, { version: payload.version })
        return { id: 2, signature: extrinsic.sign(pairOf(payload.address)).signature }
      },
    }),
  }
}

/** What Keplr answers, with secp256k1 keys. */
export function cosmosKeys(): FamilyKeys & { readonly address: (index: number) => string } {
  const families = indexes.map((index) => createCosmosFamily(secretOf('cosmos', index)))
  const address = (index: number) => String(families[index]?.address(''))
  const ask = (index: number, chainId: string, method: string, signDoc?: object) =>
    families[index]?.handle({ chainId: `cosmos:${chainId}`, method, params: { signDoc } })
  return {
    address,
    // Keplr's event says nothing: whoever hears it asks again.
    shown: () => null,
    handlers: (index) => ({
      enable: () => null,
      disable: () => null,
      async getKey({ chainId }: { readonly chainId: string }) {
        const [account] = (await ask(index(), chainId, 'cosmos_getAccounts')) as [{ address: string; pubkey: string }]
        const pubKey = [...base64.decode(account.pubkey)]
        return { name: 'Main', algo: 'secp256k1', pubKey, bech32Address: account.address, isNanoLedger: false }
      },
      signAmino: ({ chainId, signDoc }: { readonly chainId: string; readonly signDoc: object }) =>
        ask(index(), chainId, 'cosmos_signAmino', signDoc),
      async signDirect({
        chainId,
        signDoc,
      }: {
        readonly chainId: string
        readonly signDoc: { bodyBytes: number[]; authInfoBytes: number[] }
      }) {
        const text = (bytes: readonly number[]) => hex.encode(Uint8Array.from(bytes))
        const document = { ...signDoc, bodyBytes: text(signDoc.bodyBytes), authInfoBytes: text(signDoc.authInfoBytes) }
        const answer = await ask(index(), chainId, 'cosmos_signDirect', document)
        return (answer as { signature: unknown }).signature
      },
    }),
  }
}
