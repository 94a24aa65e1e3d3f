import { describe, expect, test } from 'vitest'
import type { ListedWallet } from '../../api/wallets.js'
import { placeToGet, waysOf } from './ways.js'

const wallet: ListedWallet = { id: 'a', name: 'A', certified: false, namespaces: [], walletConnect: true }
const everything = { ...wallet, rdns: 'a.b', mobile_link: 'a://', desktop_link: 'a://', webapp_link: 'https://a.example' }

describe('waysOf', () => {
  test('behavior: on a computer the code comes first, then what the wallet has', () => {
    expect(waysOf(everything, false)).toEqual(['qr', 'browser', 'desktop', 'web'])
    expect(waysOf(wallet, false)).toEqual(['qr'])
  })

  test('behavior: on a phone its link comes first; without one the code is for another device', () => {
    expect(waysOf(everything, true)).toEqual(['phone', 'qr'])
    expect(waysOf({ ...wallet, webapp_link: 'https://a.example' }, true)).toEqual(['phone', 'qr'])
    expect(waysOf(wallet, true)).toEqual(['qr'])
  })

  test('behavior: a wallet without WalletConnect can only be got', () => {
    expect(waysOf({ ...everything, walletConnect: false }, false)).toEqual(['browser'])
    expect(waysOf({ ...everything, walletConnect: false }, true)).toEqual(['browser'])
  })
})

describe('placeToGet', () => {
  const stores = { ...wallet, homepage: 'https://a.example', chrome_store: 'https://chrome.example', firefox_store: 'https://fox.example' }

  test('behavior: the store of this browser, else its own page; on phones its own page', () => {
    expect(placeToGet(stores, 'Chrome', false)).toEqual({ url: 'https://chrome.example', store: true })
    expect(placeToGet(stores, 'Firefox', false)).toEqual({ url: 'https://fox.example', store: true })
    expect(placeToGet({ ...wallet, homepage: 'https://a.example' }, 'Chrome', false)).toEqual({ url: 'https://a.example', store: false })
    expect(placeToGet(stores, 'Chrome', true)).toEqual({ url: 'https://a.example', store: false })
  })

  test('error: nothing but an https address is a place', () => {
    expect(placeToGet({ ...wallet, homepage: 'javascript:alert(1)' }, 'Chrome', false)).toBeUndefined()
    expect(placeToGet(wallet, 'Chrome', false)).toBeUndefined()
  })
})
