import type { NamespaceId } from '@latchkey/protocol'

/*
 * Addresses of public test vectors. Nobody's money is there.
 */

/** Hardhat's and Anvil's second account. */
export const evmAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const solanaAddress = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
export const otherSolanaAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

/** BIP-84's and BIP-86's first addresses, and their keys. */
export const paymentAddress = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
export const paymentKey = '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c'
export const ordinalAddress = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
export const ordinalKey = 'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115'
export const testnetAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'

/** Substrate's Alice, in the format of every chain and in Polkadot's. */
export const substrateAddress = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
export const polkadotAddress = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

export const cosmosAddress = 'cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4'
export const osmosisAddress = 'osmo19rl4cm2hmr8afy4kldpxz3fka4jguq0a5m7df8'
export const cosmosKey = 'A08EGB7ro1ORuFhjOnZcSgwYlpe0DSFjVNUIkNNQxwKQ'

/** What an unlocked wallet answers to a family's request for accounts. */
export const accountReplies: Readonly<Record<string, unknown>> = {
  solana_requestAccounts: [{ pubkey: solanaAddress, label: 'Main' }, { pubkey: otherSolanaAddress }],
  getAccountAddresses: [
    { address: ordinalAddress, publicKey: ordinalKey, path: "m/86'/0'/0'/0/0", intention: 'ordinal' },
    { address: paymentAddress, publicKey: paymentKey, path: "m/84'/0'/0'/0/0", intention: 'payment' },
  ],
  polkadot_requestAccounts: [{ address: polkadotAddress, name: 'Alice', type: 'sr25519' }],
  cosmos_requestAccounts: [{ algo: 'secp256k1', address: cosmosAddress, pubkey: cosmosKey, chainId: 'cosmoshub-4' }],
  wallet_disconnect: null,
}

/** The methods by which a family's accounts are asked for: with a user, and unseen. */
export const accountMethods: Readonly<Record<NamespaceId, readonly [asking: string, silent: string]>> = {
  eip155: ['eth_requestAccounts', 'eth_accounts'],
  solana: ['solana_requestAccounts', 'solana_requestAccounts'],
  bip122: ['getAccountAddresses', 'getAccountAddresses'],
  polkadot: ['polkadot_requestAccounts', 'polkadot_requestAccounts'],
  cosmos: ['cosmos_requestAccounts', 'cosmos_requestAccounts'],
}
