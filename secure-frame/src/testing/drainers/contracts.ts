import { type Hex, parseEther, stringToHex, toFunctionSelector } from 'viem'
import { assemble } from '../assemble.js'

/* What drainers deploy. Every one of them takes what is sent along; they differ in how they try to look honest. */

/** Keeps everything, and answers nothing. */
export const keeper: Hex = '0x00'

/** Pays an amount to the caller. */
const pay = (amount: string) => `0 0 0 0 ${amount} CALLER GAS CALL POP STOP`
const transferEvent = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Reports that a token of its own went to the caller. */
const claimEvent = (amount: bigint) => `${amount} 0 MSTORE CALLER 0 ${transferEvent} 32 0 LOG3`

/** Keeps everything, and reports a token of its own that never was. */
export const bragging = assemble(`${claimEvent(parseEther('9000'))} STOP`)
/** Pays one wei back, and keeps the rest. */
export const oneWei = assemble(pay('1'))

/** Pays 1 on top where a trial looks different from what is sent; keeps everything when it is sent. The condition leaves 1 for a trial. */
const telling = (condition: string) => assemble(`${condition} @trial JUMPI STOP :trial ${pay(`CALLVALUE ${parseEther('1')} ADD`)}`)

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/** Ways of a contract to tell that it is being tried, when not exactly what is signed is tried. `of`: of one kind of account only, since it is true of the other always. */
export const tells: Readonly<Record<string, { readonly code: Hex; readonly of?: 'key' | 'smart' }>> = {
  'the base fee is 0': { code: telling('BASEFEE ISZERO') },
  'the gas price is 0': { code: telling('GASPRICE ISZERO') },
  'there is more gas than was set': { code: telling('3000000 GAS GT') },
  'a slot is cold that the page lists as warm': { code: telling('GAS 7 SLOAD POP GAS SWAP1 SUB 1000 SWAP1 GT'), of: 'key' },
  'it comes from the sender itself': { code: telling('ORIGIN CALLER EQ'), of: 'smart' },
  'it comes from the entry point or the sender': {
    code: telling(`${entryPoint} ORIGIN EQ ORIGIN CALLER EQ ADD`),
    of: 'smart',
  },
  'the number of the operation is not used up': {
    code: telling(`0x35567e1a 224 SHL 0 MSTORE CALLER 4 MSTORE 0 36 MSTORE 32 0 68 0 ${entryPoint} GAS STATICCALL POP 0 MLOAD ISZERO`),
    of: 'smart',
  },
  'no operation is running': {
    code: telling(`0x765e827f 224 SHL 0 MSTORE 64 4 MSTORE CALLER 36 MSTORE 0 68 MSTORE 0 0 100 0 0 ${entryPoint} GAS CALL`),
    of: 'smart',
  },
  'a balance was asked for before': {
    code: assemble(
      `0 CALLDATALOAD 224 SHR 0x70a08231 EQ @asked JUMPI 3 SLOAD @trial JUMPI STOP
       :asked 1 3 SSTORE 1 0 MSTORE 32 0 RETURN
       :trial ${pay(`CALLVALUE ${parseEther('1')} ADD`)}`,
    ),
  },
}

/** Pays 1 on top until it is turned, by a call with the four bytes 0xdeadbeef. */
export const turning = assemble(
  `0 CALLDATALOAD 224 SHR 0xdeadbeef EQ @turn JUMPI 0 SLOAD @thief JUMPI ${pay(`CALLVALUE ${parseEther('1')} ADD`)}
   :turn 1 0 SSTORE STOP
   :thief STOP`,
)

const selector = (signature: string) => toFunctionSelector(`function ${signature}`)

/** A token with a name of its choice, which pays for whatever is sent with 9,000 of itself. */
export function fakeToken(symbol: string, name = symbol): Hex {
  const words = (text: string) => {
    const bytes = stringToHex(text).slice(2)
    const size = bytes.length / 2
    const parts = bytes.match(/.{1,64}/g) ?? []
    return `32 0 MSTORE ${size} 32 MSTORE ${parts.map((part, index) => `0x${part.padEnd(64, '0')} ${64 + 32 * index} MSTORE`).join(' ')} ${64 + 32 * parts.length} 0 RETURN`
  }
  const paid = parseEther('9000')
  return assemble(
    `0 CALLDATALOAD 224 SHR
     DUP1 ${selector('symbol()')} EQ @symbol JUMPI
     DUP1 ${selector('name()')} EQ @name JUMPI
     DUP1 ${selector('decimals()')} EQ @decimals JUMPI
     DUP1 ${selector('balanceOf(address)')} EQ @balance JUMPI
     DUP1 ${selector('totalSupply()')} EQ @supply JUMPI
     1 0 SSTORE ${claimEvent(paid)} STOP
     :symbol ${words(symbol)}
     :name ${words(name)}
     :decimals 18 0 MSTORE 32 0 RETURN
     :supply ${parseEther('1000000')} 0 MSTORE 32 0 RETURN
     :balance ${paid} 0 SLOAD MUL 0 MSTORE 32 0 RETURN`,
  )
}

/** Names of a listed USDC in letters of other alphabets, and other ways to be taken for it. */
export const fakeNames = {
  Latin: 'USDC',
  Cyrillic: 'USDС',
  Greek: 'υSDC',
  Armenian: 'ՍՏDC',
  'full-width': 'ＵＳＤＣ',
  mathematical: '𝐔𝐒𝐃𝐂',
  'small capitals': 'ᴜꜱᴅᴄ',
  Lisu: 'ꓴꓢꓓꓚ',
  Cherokee: 'USᎠᏟ',
  Coptic: 'USDⲤ',
  'Canadian syllabics': 'ᑌSᗪᑕ',
  Osage: 'US𐓀C',
  digits: 'U5DC',
  'zero-width letters': 'US\u200bDC',
  'combining marks': 'USDC\u0332',
  circles: 'ⓊⓈⒹⒸ',
} as const
