import { createWalletClient, type Hex, hexToBytes, http, isHex, stringToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { localPhrase } from '../../signers/localPhrase.ts'
import { type Family, member, text, unsupported, WalletError } from '../family.ts'

type Transaction = { readonly to?: Hex; readonly value?: Hex; readonly data?: Hex; readonly gas?: Hex; readonly nonce?: Hex }

const bigint = (value: Hex | undefined) => (value === undefined ? {} : BigInt(value))

/**
 * EVM: signs with an account of the local chains, and sends there.
 *
 * @param rpcUrls by CAIP-2 id; chains without one can sign, but not send
 */
export function createEvmFamily(rpcUrls: Readonly<Record<string, string>>, phrase = localPhrase): Family {
  const account = mnemonicToAccount(phrase, { addressIndex: 8 })

  async function send(chainId: string, params: unknown): Promise<Hex> {
    const url = rpcUrls[chainId]
    if (!url) throw new WalletError(4901, `No node for ${chainId}`)
    const { to, value, data, gas, nonce } = member(params, 0) as Transaction
    const id = Number(chainId.split(':')[1])
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const chain = { id, name: chainId, nativeCurrency, rpcUrls: { default: { http: [url] } } }
    const client = createWalletClient({ account, chain, transport: http(url) })
    return client.sendTransaction({
      ...(to ? { to } : {}),
      ...(data ? { data } : {}),
      ...(value ? { value: bigint(value) as bigint } : {}),
      ...(gas ? { gas: bigint(gas) as bigint } : {}),
      ...(nonce ? { nonce: Number(nonce) } : {}),
    })
  }

  const signRaw = (message: string) =>
    account.signMessage({ message: { raw: hexToBytes(isHex(message) ? message : stringToHex(message)) } })

  return {
    namespace: 'eip155',
    methods: [
      'personal_sign',
      'eth_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
      'wallet_watchAsset',
    ],
    events: ['accountsChanged', 'chainChanged'],
    address: () => account.address,
    async handle({ chainId, method, params }) {
      switch (method) {
        case 'personal_sign':
          return signRaw(text(params, 0))
        case 'eth_sign':
          return signRaw(text(params, 1))
        case 'eth_signTypedData':
        case 'eth_signTypedData_v4':
          return account.signTypedData(JSON.parse(text(params, 1)))
        case 'eth_sendTransaction':
          return send(chainId, params)
        case 'wallet_switchEthereumChain':
          return null
        case 'wallet_watchAsset':
          return true
        default:
          throw unsupported(method)
      }
    },
  }
}
