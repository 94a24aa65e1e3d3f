import { RpcError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { evmAccount, fakeContext, fakeNode } from '../../../testing/fakeNode.js'
import { contracts } from '../safe/contracts.js'
import { capabilitiesOf } from './capabilities.js'

const { network } = fakeContext()
const of = (type: 'eoa' | 'smartAccount', deployed: readonly string[] | null) => {
  const rpc = deployed ? fakeNode({ contracts: deployed }) : async () => Promise.reject(new RpcError(-32_002, 'offline'))
  return capabilitiesOf(
    [evmAccount],
    [network],
    async () => [{ address: evmAccount, type }],
    () => rpc,
  )
}

test.each<[string, 'eoa' | 'smartAccount', readonly string[] | null, boolean]>([
  ['a smart account where the contracts are', 'smartAccount', [contracts.allowanceModule, contracts.createCall], true],
  ['a smart account where one is missing', 'smartAccount', [contracts.allowanceModule], false],
  ['a smart account whose node does not answer', 'smartAccount', null, false],
  ['a key’s own account', 'eoa', [contracts.allowanceModule, contracts.createCall], false],
])(
  'behavior: %s: permissions are said to work where they do, and a page’s own paymaster nowhere',
  async (_name, type, deployed, supported) => {
    expect(await of(type, deployed)).toMatchObject({
      '0x1': {
        atomic: { status: type === 'eoa' ? 'unsupported' : 'supported' },
        permissions: { supported },
        paymasterService: { supported: false },
      },
    })
  },
)
