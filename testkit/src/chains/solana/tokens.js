import { base58 } from '@scure/base'

/**
 * SPL Token and Token-2022, by the names that nodes give them.
 *
 * @type {Record<string, string>}
 */
export const tokenPrograms = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
}

/** Bytes of the state that both programs share. Token-2022 writes the kind of state behind it: 1 is a mint, 2 an account. */
const accountBytes = 165
const mintBytes = 82

const key = (/** @type {Uint8Array} */ data, /** @type {number} */ at) => base58.encode(data.subarray(at, at + 32))
const view = (/** @type {Uint8Array} */ data) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const optionalKey = (/** @type {Uint8Array} */ data, /** @type {number} */ at) =>
  view(data).getUint32(at, true) === 1 ? key(data, at + 4) : null

/** @returns {'mint' | 'account' | undefined} */
function kindOf(/** @type {Uint8Array} */ data) {
  if (data.length === mintBytes) return 'mint'
  if (data.length === accountBytes) return 'account'
  if (data.length < accountBytes) return undefined
  return data[accountBytes] === 1 ? 'mint' : data[accountBytes] === 2 ? 'account' : undefined
}

/** A key that is absent is written as zeros. */
const keyOrNull = (/** @type {Uint8Array} */ data, /** @type {number} */ at) =>
  data.subarray(at, at + 32).some((byte) => byte !== 0) ? key(data, at) : null

/** Texts, each after its length, from a place on. */
function readTexts(/** @type {Uint8Array} */ data, /** @type {number} */ from, /** @type {number} */ count) {
  let at = from
  const texts = Array.from({ length: count }, () => {
    const end = at + 4 + view(data).getUint32(at, true)
    const text = new TextDecoder().decode(data.subarray(at + 4, end))
    at = end
    return text
  })
  return { texts, at }
}

/** @typedef {{ extension: 'metadataPointer' | 'tokenMetadata', state: object }} MintExtension */

/** The state of one extension as nodes write it; undefined for kinds that nobody asks for here. */
function readExtension(/** @type {number} */ type, /** @type {Uint8Array} */ data) {
  if (type === 18)
    return /** @type {MintExtension} */ ({
      extension: 'metadataPointer',
      state: { authority: keyOrNull(data, 0), metadataAddress: keyOrNull(data, 32) },
    })
  if (type !== 19) return undefined
  const { texts, at } = readTexts(data, 64, 3)
  const [name, symbol, uri] = texts
  const more = readTexts(data, at + 4, view(data).getUint32(at, true) * 2).texts
  const additionalMetadata = more.flatMap((text, index) => (index % 2 === 0 ? [[text, more[index + 1]]] : []))
  const state = { updateAuthority: keyOrNull(data, 0), mint: key(data, 32), name, symbol, uri, additionalMetadata }
  return /** @type {MintExtension} */ ({ extension: 'tokenMetadata', state })
}

/** What Token-2022 has written behind a mint: entries of a type, a length and a state. */
function readMintExtensions(/** @type {Uint8Array} */ data) {
  const found = []
  for (let at = accountBytes + 1; at + 4 <= data.length; ) {
    const type = view(data).getUint16(at, true)
    const length = view(data).getUint16(at + 2, true)
    const extension = readExtension(type, data.subarray(at + 4, at + 4 + length))
    if (extension) found.push(extension)
    at += 4 + length
  }
  return found
}

/** An amount in the three ways in which nodes write it. */
export function writeAmount(/** @type {bigint} */ amount, /** @type {number} */ decimals) {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/**
 * @typedef {object} TokenMint
 * @property {'mint'} kind
 * @property {string | null} mintAuthority
 * @property {bigint} supply
 * @property {number} decimals
 * @property {string | null} freezeAuthority
 * @property {readonly MintExtension[]} extensions
 *
 * @typedef {object} TokenAccount
 * @property {'account'} kind
 * @property {string} mint
 * @property {string} owner
 * @property {bigint} amount
 * @property {string | null} delegate
 * @property {'frozen' | 'initialized'} state
 * @property {bigint | null} rentReserve
 * @property {bigint} delegatedAmount
 * @property {string | null} closeAuthority
 *
 * @typedef {TokenMint | TokenAccount} TokenState
 */

/**
 * What a token program keeps in an account.
 *
 * @param {Uint8Array} data
 * @returns {TokenState | null} null when it is neither a mint nor a token account that is in use
 */
export function readTokenState(data) {
  const kind = kindOf(data)
  if (kind === 'mint' && data[45] === 1)
    return {
      kind,
      mintAuthority: optionalKey(data, 0),
      supply: view(data).getBigUint64(36, true),
      decimals: data[44] ?? 0,
      freezeAuthority: optionalKey(data, 46),
      extensions: readMintExtensions(data),
    }
  if (kind !== 'account' || data[108] === 0) return null
  return {
    kind,
    mint: key(data, 0),
    owner: key(data, 32),
    amount: view(data).getBigUint64(64, true),
    delegate: optionalKey(data, 72),
    state: data[108] === 2 ? 'frozen' : 'initialized',
    rentReserve: view(data).getUint32(109, true) === 1 ? view(data).getBigUint64(113, true) : null,
    delegatedAmount: view(data).getBigUint64(121, true),
    closeAuthority: optionalKey(data, 129),
  }
}

/**
 * The state in the words of the encoding `jsonParsed`.
 *
 * @param {TokenState} state
 * @param {(mint: string) => number} decimalsOf decimals of a mint
 */
export function writeTokenState(state, decimalsOf) {
  if (state.kind === 'mint')
    return {
      type: 'mint',
      info: {
        decimals: state.decimals,
        freezeAuthority: state.freezeAuthority,
        isInitialized: true,
        mintAuthority: state.mintAuthority,
        supply: state.supply.toString(),
        ...(state.extensions.length > 0 ? { extensions: state.extensions } : {}),
      },
    }
  const decimals = decimalsOf(state.mint)
  return {
    type: 'account',
    info: {
      isNative: state.rentReserve !== null,
      mint: state.mint,
      owner: state.owner,
      state: state.state,
      tokenAmount: writeAmount(state.amount, decimals),
      ...(state.delegate ? { delegate: state.delegate, delegatedAmount: writeAmount(state.delegatedAmount, decimals) } : {}),
      ...(state.rentReserve === null ? {} : { rentExemptReserve: writeAmount(state.rentReserve, decimals) }),
      ...(state.closeAuthority ? { closeAuthority: state.closeAuthority } : {}),
    },
  }
}
