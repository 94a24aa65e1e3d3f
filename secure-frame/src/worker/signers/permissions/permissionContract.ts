import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  stringToHex,
  zeroAddress,
} from 'viem'
import type { Call } from '../safe/calls.js'
import { contracts } from '../safe/contracts.js'
import { contractCode } from './contractCode.js'
import { formerCodes } from './formerCode.js'

/** What a permission's contract is made of. */
export type Terms = { readonly account: Hex; readonly token: Hex | null; readonly spender: Hex; readonly expiry: number }

const creation = ({ account, token, spender, expiry }: Terms, code: Hex = contractCode): Hex =>
  concat([
    code,
    encodeAbiParameters(parseAbiParameters('address, address, address, address, uint256'), [
      contracts.allowanceModule,
      account,
      token ?? zeroAddress,
      spender,
      BigInt(expiry),
    ]),
  ])

const createAbi = parseAbi(['function performCreate2(uint256 value, bytes deploymentData, bytes32 salt) returns (address)'])

/** The address commits to the site, so that everybody who knows its origin can tell whose permission it is. */
const saltOf = (origin: string): Hex => keccak256(stringToHex(origin))

const addressFrom = (from: Hex, bytecode: Hex, origin: string): Hex =>
  getContractAddress({ opcode: 'CREATE2', from, salt: saltOf(origin), bytecode })

/**
 * Where the contract of a permission is, whether it was deployed or not (EIP-1014).
 *
 * @param origin of the page that the permission is granted to
 */
export const permissionAddress = (terms: Terms, origin: string): Hex => addressFrom(terms.account, creation(terms), origin)

/** Whether a contract is the permission's with these terms for this site, of today or of an earlier release. */
export const isPermissionOf = (contract: Hex, terms: Terms, origin: string): boolean =>
  [permissionAddress(terms, origin), ...formerCodes.map((code) => addressFrom(contracts.deployer, creation(terms, code), origin))].some(
    (made) => made.toLowerCase() === contract.toLowerCase(),
  )

/** The call that deploys it: by the account itself, so that nobody else can put it there first, and have the account's own deployment fail. */
export const permissionDeployment = (terms: Terms, origin: string): Call => ({
  to: contracts.createCall,
  value: 0n,
  data: encodeFunctionData({ abi: createAbi, functionName: 'performCreate2', args: [0n, creation(terms), saltOf(origin)] }),
  inPlace: true,
})
