import { concat, encodeAbiParameters, getContractAddress, type Hex, keccak256, parseAbiParameters, stringToHex, zeroAddress } from 'viem'
import type { Call } from '../safe/calls.js'
import { contracts } from '../safe/contracts.js'
import { contractCode } from './contractCode.js'

/** What a permission's contract is made of. */
export type Terms = { readonly account: Hex; readonly token: Hex | null; readonly spender: Hex; readonly expiry: number }

const creation = ({ account, token, spender, expiry }: Terms): Hex =>
  concat([
    contractCode,
    encodeAbiParameters(parseAbiParameters('address, address, address, address, uint256'), [
      contracts.allowanceModule,
      account,
      token ?? zeroAddress,
      spender,
      BigInt(expiry),
    ]),
  ])

/** The address commits to the site, so that everybody who knows its origin can tell whose permission it is. */
const saltOf = (origin: string): Hex => keccak256(stringToHex(origin))

/**
 * Where the contract of a permission is, whether it was deployed or not (EIP-1014).
 *
 * @param origin of the page that the permission is granted to
 */
export const permissionAddress = (terms: Terms, origin: string): Hex =>
  getContractAddress({ opcode: 'CREATE2', from: contracts.deployer, salt: saltOf(origin), bytecode: creation(terms) })

/** The call that deploys it. */
export const permissionDeployment = (terms: Terms, origin: string): Call => ({
  to: contracts.deployer,
  value: 0n,
  data: concat([saltOf(origin), creation(terms)]),
})
