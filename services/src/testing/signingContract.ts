import { type Address, concat, encodeAbiParameters, getContractAddress, type Hex, keccak256, size, toHex } from 'viem'

/** Deploys what it is given, at an address that follows from it (EIP-2470's older sibling, which anvil has from the start). */
export const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
/** Ends a signature of a contract that is not deployed yet (ERC-6492). */
const magic = '0x6492649264926492649264926492649264926492649264926492649264926492'
const salt = toHex(0, { size: 32 })

/**
 * A contract that says yes to signatures of one key (ERC-1271), and nothing else: `ecrecover` of the hash and the 65 bytes, compared with the key's
 * address, times the selector of `isValidSignature`.
 */
const runtimeOf = (key: Address): Hex =>
  concat([
    // hash, v, r, s → memory
    '0x6004355f5260a43560f81c602052606435604052608435606052',
    // ecrecover
    '0x60205f60805f60015afa50',
    concat(['0x73', key, '0x5f5114']),
    '0x631626ba7e0260e01b5f5260205ff3',
  ])

const initOf = (runtime: Hex): Hex => concat([`0x60${size(runtime).toString(16).padStart(2, '0')}8060095f395ff3`, runtime])

/** A contract that says yes to every signature of so many bytes, and to no other. A byte stands for the number. */
export const contractForLength = (bytes: number): Hex =>
  // The length of the second parameter, compared, times the selector of `isValidSignature`.
  concat([`0x60${bytes.toString(16).padStart(2, '0')}`, '0x60443514', '0x631626ba7e0260e01b5f5260205ff3'])

/** A contract of this code: where it will be, what deploys it, and how signatures for it look before that. */
export function deployedLater(runtime: Hex) {
  const init = initOf(runtime)
  const deployment: Hex = concat([salt, init])
  return {
    address: getContractAddress({ opcode: 'CREATE2', from: deployer, salt, bytecodeHash: keccak256(init) }),
    /** Call data for {@link deployer}. */
    deployment,
    /** A signature, with what deploys the contract (ERC-6492). */
    wrap: (signature: Hex): Hex =>
      concat([encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [deployer, deployment, signature]), magic]),
  }
}

/** A contract that is owned by a key. */
export const signingContract = (key: Address) => deployedLater(runtimeOf(key))
