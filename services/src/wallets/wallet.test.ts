import { type WalletListing, walletListing } from '@latchkey/protocol/schemas/directory'
import { describe, expect, test } from 'vitest'
import { type Wallet, walletSchema } from './wallet.js'

const whole: Wallet = {
  id: 'ab'.repeat(32),
  name: 'Acme',
  description: 'Holds things.',
  homepage: 'https://acme.example/',
  image_id: 'cd'.repeat(32),
  order: 7,
  badge_type: 'certified',
  mobile_link: 'acme://',
  desktop_link: 'acme-desktop://',
  webapp_link: 'https://app.acme.example/',
  link_mode: 'https://acme.example/app',
  ambiguous: true,
  app_store: 'https://apps.apple.com/acme',
  play_store: 'https://play.google.com/acme',
  chrome_store: 'https://chrome.google.com/acme',
  firefox_store: 'https://addons.mozilla.org/acme',
  rdns: 'com.acme',
  injected: [{ namespace: 'eip155', injected_id: 'isAcme' }],
  chains: ['eip155:1'],
  supports_wc: true,
  supports_wcpay: false,
  pay_only: false,
}

describe('walletSchema', () => {
  test('behavior: callers read every field that is sent, as it is sent', () => {
    const sent: WalletListing = walletSchema.parse(whole)
    expect(Object.keys(walletListing.shape).sort()).toEqual(Object.keys(walletSchema.shape).sort())
    expect(Object.keys(whole).sort()).toEqual(Object.keys(walletSchema.shape).sort())
    expect(walletListing.parse(sent)).toEqual(whole)
  })

  test('error: what a caller cannot read is as if it were not said', () => {
    expect(walletListing.parse({ id: 'a', name: 'A', rdns: 7, chains: 'eip155:1', badge_type: 'gold' })).toMatchObject({
      id: 'a',
      rdns: undefined,
      badge_type: undefined,
      chains: [],
    })
  })
})
