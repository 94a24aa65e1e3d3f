import { describe, expect, test } from 'vitest'
import { appLink, homepageOf, pairingBase, storeLink } from './links.js'

describe('appLink', () => {
  test.each([
    ['trust://', 'trust://'],
    ['trust:', 'trust://'],
    ['w3akvrn:/', 'w3akvrn://'],
    ['okex://main/', 'okex://main'],
    ['safe://wc', 'safe://'],
    ['app://host/wc/', 'app://host'],
  ])('behavior: %s is %s', (link, base) => {
    expect(appLink(link)).toBe(base)
  })

  test.each([
    undefined,
    '',
    'https://trust.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'wc://',
    'myapp://home',
    'neon://uri=',
    'a://x?y',
    'a://one,b://two',
    'a b://',
  ])('error: %s is none', (link) => {
    expect(appLink(link)).toBeNull()
  })
})

describe('pairingBase', () => {
  test.each([
    ['https://rnbwapp.com', 'https://rnbwapp.com'],
    ['https://link.example/wc', 'https://link.example'],
    ['https://link.example/app/wc/wc/', 'https://link.example/app'],
  ])('behavior: %s is %s', (link, base) => {
    expect(pairingBase(link, 'https://wallet.example/')).toBe(base)
  })

  test.each([
    'http://wallet.example/app',
    'https://wallet.example/',
    'https://wallet.example',
    'https://chrome.google.com/webstore/detail/x',
    'https://google.com',
    'https://x.example/download',
    'https://x.example/wc.html',
    'https://x.example/vss/*',
    'https://x.example/.well-known/assetlinks.json',
    'https://x.example/open?to=',
    'https://user@x.example/',
  ])('error: %s is none', (link) => {
    expect(pairingBase(link, 'https://wallet.example/')).toBeNull()
  })
})

describe('storeLink', () => {
  test('behavior: a page of that shop, without who sent the visitor', () => {
    expect(storeLink('playStore', 'https://play.google.com/store/apps/details?id=me.rainbow&referrer=utm&utm_source=x')).toBe(
      'https://play.google.com/store/apps/details?id=me.rainbow',
    )
  })

  test.each([
    'https://apps.apple.com/app/x',
    'https://play.google.com.evil.example/store',
    'https://play.google.com/',
    'http://play.google.com/store/x',
  ])('error: %s is none of the Play store', (link) => {
    expect(storeLink('playStore', link)).toBeNull()
  })
})

describe('homepageOf', () => {
  test('behavior: the page, without tracking', () => {
    expect(homepageOf('https://wallet.example/?utm_source=list#top')).toBe('https://wallet.example/')
  })

  test('error: a shop is no homepage', () => {
    expect(homepageOf('https://apps.apple.com/app/x')).toBeNull()
  })
})
