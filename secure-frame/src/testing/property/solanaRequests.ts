import { address, createNoopSigner, type Instruction, lamports } from '@solana/kit'
import { getTransferSolInstruction, parseTransferSolInstruction } from '@solana-program/system'
import {
  getApproveCheckedInstruction,
  getApproveInstruction,
  getCloseAccountInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
  identifyTokenInstruction,
  parseApproveCheckedInstruction,
  parseApproveInstruction,
  parseCloseAccountInstruction,
  parseSetAuthorityInstruction,
  parseTransferCheckedInstruction,
  parseTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
  TokenInstruction,
} from '@solana-program/token'
import { formatUnits } from 'ethers'
import fc from 'fast-check'
import { solanaAccount } from '../fakeNode.js'
import { solanaAddress } from '../solanaTransactions.js'
import type { Finding } from './evmOracle.js'

/* Random Solana instructions, made and read by the reference libraries. */

const signer = createNoopSigner(address(solanaAccount))
const anyKey = fc.nat(400).map((index) => address(solanaAddress(index)))
const u64 = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n }),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  fc.constantFrom(2n ** 64n - 1n, 10n ** 9n),
)
const decimals = fc.nat(12)

export const solanaInstruction: fc.Arbitrary<Instruction> = fc
  .tuple(fc.nat(6), anyKey, anyKey, anyKey, u64, decimals)
  .map(([kind, one, two, mint, amount, places]): Instruction => {
    switch (kind) {
      case 0:
        return getTransferSolInstruction({ source: signer, destination: two, amount: lamports(amount) })
      case 1:
        return getTransferInstruction({ source: one, destination: two, authority: signer, amount })
      case 2:
        return getTransferCheckedInstruction({ source: one, mint, destination: two, authority: signer, amount, decimals: places })
      case 3:
        return getApproveInstruction({ source: one, delegate: two, owner: signer, amount })
      case 4:
        return getApproveCheckedInstruction({ source: one, mint, delegate: two, owner: signer, amount, decimals: places })
      case 5:
        return getSetAuthorityInstruction({ owned: one, owner: signer, authorityType: 2, newAuthority: two })
      default:
        return getCloseAccountInstruction({ account: one, destination: two, owner: signer })
    }
  })

const who = (what: string, key: string): Finding => ({ what: `${what} ${key}`, oneOf: [key] })
const many = (amount: bigint, places: number): Finding => ({
  what: `amount ${amount}`,
  oneOf: [formatUnits(amount, places).replace(/\.0$/, ''), ...(amount >= 2n ** 63n ? ['∞'] : [])],
})

/** Everybody who gets or may take something by an instruction, and how much. */
export function findInSolana(instruction: Instruction): Finding[] {
  const given = instruction as never
  if (instruction.programAddress !== TOKEN_PROGRAM_ADDRESS) {
    const { accounts, data } = parseTransferSolInstruction(given)
    return [who('to', accounts.destination.address), many(data.amount, 9)]
  }
  switch (identifyTokenInstruction(given)) {
    case TokenInstruction.Transfer: {
      const { accounts, data } = parseTransferInstruction(given)
      return [who('to', accounts.destination.address), many(data.amount, 0)]
    }
    case TokenInstruction.TransferChecked: {
      const { accounts, data } = parseTransferCheckedInstruction(given)
      return [who('to', accounts.destination.address), many(data.amount, data.decimals)]
    }
    case TokenInstruction.Approve: {
      const { accounts, data } = parseApproveInstruction(given)
      return [who('delegate', accounts.delegate.address), many(data.amount, 0)]
    }
    case TokenInstruction.ApproveChecked: {
      const { accounts, data } = parseApproveCheckedInstruction(given)
      return [who('delegate', accounts.delegate.address), many(data.amount, data.decimals)]
    }
    case TokenInstruction.SetAuthority: {
      const { data } = parseSetAuthorityInstruction(given)
      return data.newAuthority.__option === 'Some' ? [who('authority', data.newAuthority.value)] : []
    }
    default:
      return [who('to', parseCloseAccountInstruction(given).accounts.destination.address)]
  }
}
