import { createPublicKey, verify as verifyEd25519 } from 'node:crypto'
import { makeSignDoc, Secp256k1Wallet, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import type { CaipNetworkId } from '@latchkey/protocol'
import { messageHash, signEcdsa } from '@latchkey/testkit/src/signers/bitcoinMessage.ts'
import { messageDocument } from '@latchkey/testkit/src/signers/cosmosDocuments.ts'
import { Keyring } from '@polkadot/keyring'
import { stringToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { base58, base64, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, WIF } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey, signBytes } from '@solana/kit'
import { Signer, Verifier } from 'bip322-js'
import { Signature, SigningKey, verifyMessage, Wallet } from 'ethers'

/** A wallet made of a library that the product does not use to verify, and that library's own check. */
export type TestWallet = {
  readonly name: string
  readonly networkId: CaipNetworkId
  readonly family: string
  readonly chainId: string
  readonly address: string
  readonly publicKey?: string
  readonly sign: (text: string) => Promise<string>
  readonly holds: (text: string, signature: string) => boolean | Promise<boolean>
}

const seed = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
const utf8 = (text: string) => new TextEncoder().encode(text)

function evm(): TestWallet {
  const wallet = new Wallet(`0x${Buffer.from(seed).toString('hex')}`)
  return {
    name: 'an EVM key',
    networkId: 'eip155:1',
    family: 'Ethereum',
    chainId: '1',
    address: wallet.address,
    sign: (text) => wallet.signMessage(text),
    holds: (text, signature) => verifyMessage(text, signature) === wallet.address,
  }
}

async function solana(): Promise<TestWallet> {
  const pair = await createKeyPairFromPrivateKeyBytes(seed, true)
  const address = await getAddressFromPublicKey(pair.publicKey)
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base58.decode(address)).toString('base64url') },
    format: 'jwk',
  })
  return {
    name: 'a Solana key',
    networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    family: 'Solana',
    chainId: 'mainnet',
    address,
    sign: async (text) => base58.encode(await signBytes(pair.privateKey, utf8(text))),
    holds: (text, signature) => verifyEd25519(null, utf8(text), key, base58.decode(signature)),
  }
}

const bitcoinId = '000000000019d6689c085ae165831e93'
function bitcoin(
  kind: string,
  address: string,
  sign: (text: string) => string,
  holds: TestWallet['holds'] = (text, signature) => Verifier.verifySignature(address, text, signature),
): TestWallet {
  return {
    name: `Bitcoin, ${kind}`,
    networkId: `bip122:${bitcoinId}`,
    family: 'Bitcoin',
    chainId: bitcoinId,
    address,
    sign: async (text) => sign(text),
    holds,
  }
}

function bitcoins(): readonly TestWallet[] {
  const key = pubECDSA(seed)
  const wif = WIF(NETWORK).encode(seed)
  const segwit = p2wpkh(key)
  const addresses = {
    p2wpkh: segwit.address,
    'p2sh-p2wpkh': p2sh(segwit).address,
    p2tr: p2tr(pubSchnorr(seed)).address,
  }
  // The older form, of an address from before segwit and of one that knows both.
  const older = (text: string) => base64.encode(signEcdsa(text, seed))
  const isOwn = (text: string, signature: string) => {
    const [header = 0, ...rest] = base64.decode(signature)
    const recovered = Signature.from(`0x${hex.encode(Uint8Array.of(...rest, 27 + ((header - 27) & 3)))}`)
    return SigningKey.recoverPublicKey(messageHash(text), recovered) === SigningKey.computePublicKey(key, false)
  }
  return [
    ...Object.entries(addresses).map(([kind, address = '']) => bitcoin(kind, address, (text) => String(Signer.sign(wif, address, text)))),
    bitcoin('p2pkh', p2pkh(key).address ?? '', older, isOwn),
    bitcoin('p2wpkh with ECDSA', segwit.address ?? '', older, isOwn),
  ]
}

async function polkadots(): Promise<readonly TestWallet[]> {
  await cryptoWaitReady()
  return (['sr25519', 'ed25519', 'ecdsa'] as const).map((type) => {
    const pair = new Keyring({ type, ss58Format: 0 }).addFromSeed(seed)
    const reference = '91b171bb158e2d3848fa23a9f1c25182'
    return {
      name: `Polkadot, ${type}`,
      networkId: `polkadot:${reference}`,
      family: 'Polkadot',
      chainId: reference,
      address: pair.address,
      // As the extensions' `signRaw` does, with the kind of key in front.
      sign: async (text) => u8aToHex(pair.sign(u8aWrapBytes(stringToU8a(text)), { withType: true })),
      holds: (text, signature) => signatureVerify(u8aWrapBytes(stringToU8a(text)), signature, pair.address).isValid,
    }
  })
}

async function cosmos(): Promise<TestWallet> {
  const wallet = await Secp256k1Wallet.fromKey(seed)
  const [account] = await wallet.getAccounts()
  if (!account) throw new Error('No account')
  const documentOf = (text: string) => {
    const { msgs } = messageDocument(account.address, text)
    return makeSignDoc(msgs as never, { gas: '0', amount: [] }, '', '', 0, 0)
  }
  return {
    name: 'a Cosmos key',
    networkId: 'cosmos:cosmoshub-4',
    family: 'Cosmos',
    chainId: 'cosmoshub-4',
    address: account.address,
    publicKey: base64.encode(account.pubkey),
    sign: async (text) => (await wallet.signAmino(account.address, documentOf(text))).signature.signature,
    holds: (text, signature) =>
      Secp256k1.verifySignature(
        Secp256k1Signature.fromFixedLength(base64.decode(signature)),
        sha256(serializeSignDoc(documentOf(text))),
        account.pubkey,
      ),
  }
}

/** One of each kind of account. */
export const testWallets = async (): Promise<readonly TestWallet[]> => [
  evm(),
  await solana(),
  ...bitcoins(),
  ...(await polkadots()),
  await cosmos(),
]
