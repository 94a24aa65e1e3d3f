import { parseAbi } from 'viem'

/**
 * The contracts of a smart account: Safe 1.4.1, its 4337 module 0.3.0 and EntryPoint 0.7. All were audited, none is ours, and each has the same
 * address on every network (safe-deployments, safe-modules-deployments, ERC-4337).
 */
export const contracts = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  proxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  /** SafeL2: the variant that writes events. */
  singleton: '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762',
  multiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  moduleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
  /** Takes user operations for the account, and is its fallback handler: it answers ERC-1271. */
  module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  /** Safe's module of spending limits, 0.1.1 (safe-modules-deployments). An account has it from its first permission on. */
  allowanceModule: '0xAA46724893dedD72658219405185Fb0Fc91e091C',
  /** Deploys contracts of an account's own (EIP-1014), with its code in the account's place. */
  createCall: '0x9b35Af71d77eaf8d7e40252370304687390A1A52',
  /** Deployed the contracts of permissions that earlier releases granted. */
  deployer: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
} as const

/** Hash of the creation code of an account with this singleton, from which the factory makes its address (EIP-1014). */
export const proxyCodeHash = '0xe298282cefe913ab5d282047161268a8222e4bd4ed106300c547894bbefd31ee'

export const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
  'function enableModule(address module)',
  'function isModuleEnabled(address module) view returns (bool)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation) returns (bool)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
])

export const moduleAbi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
])

export const multiSendAbi = parseAbi(['function multiSend(bytes transactions) payable'])

export const entryPointAbi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(PackedUserOperation[] ops, address beneficiary)',
  'function getUserOpHash(PackedUserOperation userOp) view returns (bytes32)',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
])
