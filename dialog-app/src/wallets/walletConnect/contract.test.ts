import { WalletError } from '@latchkey/testkit/src/phone/family.ts'
import { afterAll, beforeAll } from 'vitest'
import {
  cosmosAddress,
  evmAddress,
  ordinalAddress,
  otherSolanaAddress,
  paymentAddress,
  polkadotAddress,
  solanaAddress,
  substrateAddress,
} from '../../testing/familyAddresses.js'
import { otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { walletContract } from '../../testing/walletContract.js'
import { bitcoinId, cosmosId, polkadotId, solanaId } from './testing/networks.js'
import { type Scene, scan, startScene } from './testing/setup.js'

/* The contract of every Wallet, kept by a wallet behind a relay, on every chain family. */

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.close())

const cases = [
  ['eip155', 'eip155:31337', 'personal_sign', [evmAddress, otherAddress]],
  ['solana', solanaId, 'solana_signMessage', [solanaAddress, otherSolanaAddress]],
  ['bip122', bitcoinId, 'signMessage', [paymentAddress, ordinalAddress]],
  ['polkadot', polkadotId, 'polkadot_signMessage', [polkadotAddress, substrateAddress]],
  ['cosmos', cosmosId, 'cosmos_signAmino', [cosmosAddress, 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu']],
] as const

/** A phone whose one family is a script. */
async function connectScript([namespace, networkId, method, [first, second]]: (typeof cases)[number]) {
  const far = scriptedWallet()
  const family = {
    namespace,
    methods: [method],
    events: ['accountsChanged', 'chainChanged'],
    address: () => first,
    addresses: () => [first, second],
    handle: (call: { readonly method: string; readonly params: unknown }) =>
      far.request(call.method, call.params).catch(({ code, message, data }) => {
        throw new WalletError(code, message, data)
      }),
  }
  const dialog = scene.startDialog()
  const phone = await scene.startPhone({ families: [family] })
  await scan(dialog.wallet, phone, { namespace })
  const wallet = {
    ...dialog.wallet,
    connect: (parameters: Parameters<typeof dialog.wallet.connect>[0]) =>
      parameters.isReconnecting ? dialog.wallet.connect(parameters) : scan(dialog.wallet, phone, parameters),
  }
  const emit = (name: 'accountsChanged', data: unknown) => phone.emit(dialog.wallet.topic() ?? '', networkId, { name, data })
  return { wallet, far, emit }
}

for (const each of cases) {
  const [namespace, , method, [first, second]] = each
  walletContract('walletConnect', { namespace, method, changes: [[second], [first]], create: () => connectScript(each) })
}
