import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { faucetAddress } from './faucet.js'

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/**
 * A token that the local chain has from the start; all of it is the faucet's, who may make more.
 *
 * @typedef {object} GenesisToken
 * @property {string} key what `npm start -- --json` calls it
 * @property {number} decimals
 * @property {bigint} supply
 * @property {string} account the faucet's associated account, derived from the mint
 * @property {'spl-token' | 'spl-token-2022'} program
 * @property {string} [name] of its metadata
 * @property {string} [symbol] of its metadata
 * @property {string} [uri] of its metadata
 * @property {string} [metadata] Metaplex's account for them, derived from the mint; Token-2022 keeps them in the mint
 */

const picture = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='teal'/></svg>`

/** @type {readonly GenesisToken[]} */
const tokens = [
  {
    key: 'USDC',
    decimals: 6,
    supply: 10n ** 14n,
    account: '9fjfnfPfVhvfTwrDR7DCvAU9Gx8qUwyh8cyiDdxqJSRr',
    program: 'spl-token',
    name: 'USD Coin',
    symbol: 'USDC',
    uri: '',
    metadata: 'ERz2RJybgfwKjXWBhUCBhVbbnFb58JAqwFUkhnsWsurJ',
  },
  { key: 'PLAIN', decimals: 9, supply: 10n ** 17n, account: '56R6j1tBDeAdiUERR2Sv22oGaKNho7QEtL11bSri5thM', program: 'spl-token' },
  {
    key: 'PICTURE',
    decimals: 0,
    supply: 1n,
    account: '8EKmKN2NrkEuSJqxBkD583XJUG7JZLournTGZ1yowVeW',
    program: 'spl-token',
    name: 'Local Picture',
    symbol: 'PIC',
    uri: `data:application/json,{"name":"Local Picture","image":"data:image/svg+xml,${picture}"}`,
    metadata: 'Gaedww6jXkzjbNhJVcE3X43EgMhrbxt3q4jc9fzEGGog',
  },
  {
    key: 'T22',
    decimals: 4,
    supply: 10n ** 12n,
    account: 'HkrzPvTwXGAFRKhNqdhdPsx67cF6nDU66KdbQzGTeVjv',
    program: 'spl-token-2022',
    name: 'Local Token-2022',
    symbol: 'T22',
    uri: '',
  },
]

const faucet = base58.decode(faucetAddress)
const mintOf = (/** @type {GenesisToken} */ { key }) => createHash('sha256').update(`Latchkey local Solana ${key}`).digest()
const u16 = (/** @type {number} */ value) => Uint8Array.of(value & 0xff, value >> 8)
function u32(/** @type {number} */ value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
function u64(/** @type {bigint} */ value) {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
/** Text after its length, as Borsh writes it; with `size`, filled up with zeros. */
function text(/** @type {string} */ value, /** @type {number | undefined} */ size = undefined) {
  const bytes = Buffer.from(value)
  const filled = size === undefined ? bytes : Buffer.concat([bytes, Buffer.alloc(size - bytes.length)])
  return Buffer.concat([u32(filled.length), filled])
}
/** An entry behind the state that both token programs share. */
const extension = (/** @type {number} */ type, /** @type {Uint8Array} */ data) => Buffer.concat([u16(type), u16(data.length), data])

/** The state of a mint: `MetadataPointer` (18) points to the mint itself, `TokenMetadata` (19) lies in it. */
function mintData(/** @type {GenesisToken} */ token) {
  const { decimals, supply, program, name = '', symbol = '', uri = '' } = token
  const base = Buffer.concat([u32(1), faucet, u64(supply), Uint8Array.of(decimals, 1), u32(0), Buffer.alloc(32)])
  if (program === 'spl-token') return base
  const mint = mintOf(token)
  const metadata = Buffer.concat([faucet, mint, text(name), text(symbol), text(uri), u32(0)])
  const kind = Uint8Array.of(1)
  return Buffer.concat([base, Buffer.alloc(165 - base.length), kind, extension(18, Buffer.concat([faucet, mint])), extension(19, metadata)])
}

/** The faucet's account; associated accounts of Token-2022 have an `ImmutableOwner` (7). */
function accountData(/** @type {GenesisToken} */ token) {
  const base = Buffer.concat([mintOf(token), faucet, u64(token.supply), Buffer.alloc(36), Uint8Array.of(1), Buffer.alloc(165 - 109)])
  return token.program === 'spl-token' ? base : Buffer.concat([base, Uint8Array.of(2), extension(7, new Uint8Array())])
}

/** What Metaplex's program (MetadataV1) keeps; the program itself is not on this chain. */
function metaplexData(/** @type {GenesisToken} */ token) {
  const { name = '', symbol = '', uri = '' } = token
  const words = Buffer.concat([text(name, 32), text(symbol, 10), text(uri, 200)])
  // No fee and no creators; not yet sold, may change; nothing of the optional rest.
  return Buffer.concat([Uint8Array.of(4), faucet, mintOf(token), words, u16(0), Uint8Array.of(0, 0, 1), new Uint8Array(5)])
}

/**
 * The tokens of the local chain by the names that `npm start -- --json` has for them.
 *
 * @returns {{ key: string, mint: string, symbol: string | undefined, decimals: number }[]}
 */
export const genesisTokens = () =>
  tokens.map((token) => ({ key: token.key, mint: base58.encode(mintOf(token)), symbol: token.symbol, decimals: token.decimals }))

/**
 * The accounts that the tokens are made of.
 *
 * @returns {{ address: Uint8Array, owner: Uint8Array, data: Uint8Array }[]}
 */
export const genesisAccounts = () =>
  tokens.flatMap((token) => {
    const owner = base58.decode(token.program === 'spl-token' ? tokenProgram : token2022Program)
    return [
      { address: mintOf(token), owner, data: mintData(token) },
      { address: base58.decode(token.account), owner, data: accountData(token) },
      ...(token.metadata
        ? [{ address: base58.decode(token.metadata), owner: base58.decode(metadataProgram), data: metaplexData(token) }]
        : []),
    ]
  })
