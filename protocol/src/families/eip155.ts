import { evmSignMethods } from '../evmSignMethods.js'
import { safeMethods } from '../safeMethods.js'
import type { Family } from './family.js'

/** What nodes also answer, and the embedded wallet's own list does not have: previews of approvals need the simulation. */
const nodeReads = [
  'net_version',
  'net_listening',
  'web3_clientVersion',
  'eth_blobBaseFee',
  'eth_simulateV1',
  'eth_createAccessList',
] as const

/** Permissions to spend (ERC-7715). A page's provider need not know them: the dialog refuses them while nobody is connected. */
const permissionMethods = ['wallet_requestExecutionPermissions', 'wallet_revokeExecutionPermission'] as const
const permissionReads = ['wallet_getSupportedExecutionPermissions', 'wallet_getGrantedExecutionPermissions'] as const

/** Ethereum and what works like it. Its networks are viem's. */
export const eip155Family: Family & { readonly defaultAccountType: 'smartAccount' } = {
  reference: '[1-9]\\d{0,15}',
  mainNetworkId: 'eip155:1',
  signInName: 'Ethereum',
  defaultAccountType: 'smartAccount',
  hasAddressChecksum: true,
  networks: [],
  methods: {
    read: [...nodeReads, ...safeMethods, ...permissionReads],
    sign: [...evmSignMethods, ...permissionMethods],
    account: [
      'eth_accounts',
      'eth_chainId',
      'eth_requestAccounts',
      'wallet_requestPermissions',
      'wallet_getPermissions',
      'wallet_revokePermissions',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ],
  },
  session: {
    unproposed: ['eth_chainId', 'eth_sendUserOperation', ...permissionMethods],
    answersAccounts: 'never',
    authenticates: true,
  },
  describeAccount: ({ address }) => ({ address }),
}
