// @vitest-environment happy-dom

import { codes, errors, RpcError, toWireError } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { setHost } from '../bridge/host.js'
import type { Dialog } from '../lib/dialog.js'
import { scriptedWallet } from '../testing/scriptedWallet.js'
import { testDialog } from '../testing/testDialog.js'
import { walletContract } from '../testing/walletContract.js'
import { describeWallet, dispatchWalletEvent, hostWallet } from './hostWallet.js'

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const info = { id: 'io.test', name: 'Test', kind: 'host' as const }

/** A method of each family that a user answers. */
const signing = [
  ['eip155', 'personal_sign'],
  ['solana', 'solana_signMessage'],
  ['bip122', 'signMessage'],
  ['polkadot', 'polkadot_signMessage'],
  ['cosmos', 'cosmos_signAmino'],
] as const

for (const [namespace, method] of signing)
  walletContract('hostWallet', {
    namespace,
    method,
    async create() {
      const far = scriptedWallet()
      const aborted: string[] = []
      setHost(dialog, {
        call: (_method: string, params: { walletId: string; method: string; params: unknown }, { signal }: { signal?: AbortSignal } = {}) =>
          new Promise((resolve, reject) => {
            expect(params.walletId).toBe('io.test')
            signal?.addEventListener('abort', () => {
              aborted.push(params.method)
              reject(new RpcError(codes.userRejected, errors.requestAborted))
            })
            far.request(params.method, params.params).then(resolve, (error) => {
              const { code, message, data } = toWireError(error)
              reject(new RpcError(code, message, { data }))
            })
          }),
      } as never)
      return {
        wallet: hostWallet(dialog, info),
        far,
        aborted: () => aborted,
        emit: (event, data) => dispatchWalletEvent(dialog, { walletId: 'io.test', namespace, event, data }),
      }
    },
  })

describe('describeWallet', () => {
  test('behavior: keeps what the page may know, without empty fields', () => {
    expect(describeWallet({ id: 'a', name: 'A', source: 'announced', namespaces: {} })).toEqual({ id: 'a', name: 'A', kind: 'host' })
  })
})

describe('hostWallet', () => {
  test('behavior: does not hear another wallet’s events', () => {
    const heard: unknown[] = []
    hostWallet(dialog, info).subscribe((event) => heard.push(event))
    dispatchWalletEvent(dialog, { walletId: 'io.other', namespace: 'eip155', event: 'accountsChanged', data: [] })
    expect(heard).toEqual([])
  })
})
