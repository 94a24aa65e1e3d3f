// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import {
  cosmosAddress,
  evmAddress,
  otherSolanaAddress,
  paymentAddress,
  polkadotAddress,
  solanaAddress,
} from '../../../../testing/familyAddresses.js'
import { testDialog } from '../../../../testing/testDialog.js'
import { readCode } from './readCode.js'

const read = (text: string) => readCode(testDialog(), text)
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payment = (family: string, more: object) => ({ kind: 'payment', family, payment: more })

describe('readCode', () => {
  test.each([evmAddress, solanaAddress, paymentAddress, polkadotAddress, cosmosAddress, 'mira.eth', ` ${evmAddress}\n`])(
    'behavior: %s is a recipient',
    async (text) => {
      expect(await read(text)).toEqual({ kind: 'recipient', recipient: text.trim() })
    },
  )

  test.each([
    [`ethereum:${evmAddress}`, payment('eip155', { recipient: evmAddress })],
    [`ethereum:pay-${evmAddress}@10`, payment('eip155', { recipient: evmAddress, networkId: 'eip155:10' })],
    [
      `ETHEREUM:${evmAddress}@1?value=2.014e18`,
      payment('eip155', { recipient: evmAddress, networkId: 'eip155:1', amount: 2_014n * 10n ** 15n }),
    ],
    [`ethereum:${evmAddress}?value=.5e1&gas=21000&gasPrice=1e9`, payment('eip155', { recipient: evmAddress, amount: 5n })],
    ['ethereum:mira.eth?value=1500', payment('eip155', { recipient: 'mira.eth', amount: 1_500n })],
    [
      `ethereum:${usdc}@8453/transfer?address=${evmAddress}&uint256=1.25e7`,
      payment('eip155', { recipient: evmAddress, contract: usdc, networkId: 'eip155:8453', amount: 12_500_000n }),
    ],
    [`ethereum:${usdc}/transfer?address=mira.eth`, payment('eip155', { recipient: 'mira.eth', contract: usdc })],
    [`solana:${solanaAddress}`, payment('solana', { recipient: solanaAddress })],
    [
      `solana:${solanaAddress}?amount=0.01&spl-token=${otherSolanaAddress}&label=Shop&message=Thanks`,
      payment('solana', { recipient: solanaAddress, contract: otherSolanaAddress, amount: '0.01' }),
    ],
    [`bitcoin:${paymentAddress}?amount=20.3&label=Luke-Jr`, payment('bip122', { recipient: paymentAddress, amount: '20.3' })],
    [`BITCOIN:${paymentAddress.toUpperCase()}`, payment('bip122', { recipient: paymentAddress })],
  ])('behavior: %s is a payment', async (text, expected) => {
    expect(await read(text)).toEqual(expected)
  })

  test.each([
    `ethereum:${usdc}/approve?address=${evmAddress}&uint256=1`,
    `ethereum:${usdc}/transfer?address=${evmAddress}&uint256=1&bytes=0x00`,
    `ethereum:${usdc}/transfer?address=${evmAddress}&address=${usdc}&uint256=1`,
    `ethereum:${usdc}/transfer?uint256=1`,
    `ethereum:${usdc}/transfer?address=${evmAddress}&uint256=1&value=1`,
    `ethereum:${evmAddress}?value=1.5`,
    `ethereum:${evmAddress}?value=-1`,
    `ethereum:${evmAddress}?value=`,
    `ethereum:${evmAddress}?value=1e99`,
    'ethereum:',
    `solana:${solanaAddress}?reference=${otherSolanaAddress}`,
    `solana:${solanaAddress}?memo=42`,
    `solana:${solanaAddress}?amount=1,5`,
    'solana:https%3A%2F%2Fshop.example%2Fpay',
    `bitcoin:${paymentAddress}?req-somethingyoudontunderstand=50`,
    'bitcoin:?lightning=lnbc1',
  ])('error: %s asks for more than a transfer', async (text) => {
    expect(await read(text)).toEqual({ kind: 'otherwise' })
  })

  test.each([
    'https://shop.example',
    'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn',
    'hello',
    '',
    'mailto:mira@shop.example',
    evmAddress.replace('C', 'c'),
    paymentAddress.replace('q', 'p'),
    `ethereum:${usdc.replace('C', 'c')}@8453/transfer?address=${evmAddress}&uint256=1`,
    `solana:${solanaAddress}?spl-token=${'z'.repeat(44)}`,
  ])('error: "%s" holds no address', async (text) => {
    expect(await read(text)).toEqual({ kind: 'nothing' })
  })
})
