import { describe, expect, test } from 'vitest'
import { noAccounts } from '../../wallets/errors.js'
import { connectCause } from './connectCause.js'

describe('connectCause', () => {
  test.each([
    ['cancelled', { code: 4001, message: 'no' }],
    ['cancelled', { code: 5000, message: 'no' }],
    ['cancelled', { code: 5002, message: 'no' }],
    ['cancelled', { code: -32603, message: 'User rejected the request.' }],
    ['waiting', { code: -32002, message: '' }],
    ['waiting', { message: 'Request of type wallet_requestPermissions already pending' }],
    ['locked', noAccounts()],
    ['locked', { code: 4100, message: 'The wallet is locked' }],
    ['locked', { code: -32603, message: 'Please unlock your wallet first' }],
    ['refused', { code: 4100, message: 'The requested account has not been authorized' }],
    ['refused', { code: 4200, message: 'x' }],
    ['refused', { code: -32601, message: 'x' }],
    ['offline', { code: 4900, message: 'x' }],
    ['offline', { code: 4901, message: 'x' }],
    ['chainMissing', { code: 4902, message: 'x' }],
    ['chainMissing', new Error('The connector does not support any of the requested chains')],
    ['cancelled', { code: 5001, message: 'User rejected chains.' }],
    ['cancelled', { code: 5003, message: 'User rejected events.' }],
    ['chainMissing', { code: 5100, message: 'Unsupported chains.' }],
    ['chainMissing', { code: 5104, message: 'Unsupported namespace key.' }],
    ['chainMissing', { code: 5100, message: '' }],
    ['chainMissing', { code: -32603, message: 'Unrecognized chain ID "0x89". Try adding it first.' }],
    ['chainMissing', { code: 4901, message: 'Chain 137 is not supported' }],
    ['chainMissing', { code: 0, message: 'Requested chains are not supported' }],
    ['chainMissing', { message: 'Unsupported network' }],
    ['refused', { code: 5101, message: 'Unsupported methods.' }],
    ['refused', { code: 5102, message: 'Unsupported events.' }],
    ['refused', { code: 5103, message: 'Unsupported accounts.' }],
    ['refused', { code: 4200, message: 'This method is not supported on the network' }],
    ['failed', { code: -32603, message: 'Unknown network error' }],
    ['failed', { code: -32603, message: 'Internal' }],
    ['failed', 'just a text'],
    ['failed', null],
    ['failed', undefined],
    ['failed', Object.freeze({ code: 'ACTION', message: 12 })],
  ])('behavior: %s', (phase, error) => {
    expect(connectCause(error)).toBe(phase)
  })

  test('behavior: a wallet that went away meanwhile is not installed, unless the user had refused', () => {
    expect(connectCause({ code: 4900, message: 'gone' }, false)).toBe('notInstalled')
    expect(connectCause({ code: 4001, message: 'no' }, false)).toBe('cancelled')
  })

  test('behavior: an error whose fields throw is read as one without a cause', () => {
    const hostile = {
      get message(): string {
        throw new Error('trap')
      },
    }
    expect(connectCause(hostile)).toBe('failed')
  })
})
