import { describe, expect, test } from 'vitest'
import { desktopLink, mobileLink, nativeLink, requestLink, universalLink, webAppLink } from './deepLinks.js'

const uri = 'wc:abc@2?relay-protocol=irn&symKey=123'
const encoded = 'wc%3Aabc%402%3Frelay-protocol%3Dirn%26symKey%3D123'
const twice = 'wc%253Aabc%25402%253Frelay-protocol%253Dirn%2526symKey%253D123'
const here = { isAndroid: false, isTelegram: false }

describe('nativeLink', () => {
  test.each([
    ['metamask://', 'metamask://wc?uri='],
    ['metamask:', 'metamask://wc?uri='],
    ['metamask:/', 'metamask://wc?uri='],
    ['metamask', 'metamask://wc?uri='],
    ['wallet://path', 'wallet://path/wc?uri='],
    ['https://wallet.example/app', 'https://wallet.example/app/wc?uri='],
  ])('behavior: completes %s', (link, start) => {
    expect(nativeLink(link, uri, here)).toEqual({ href: `${start}${encoded}`, base: start.slice(0, -'wc?uri='.length) })
  })

  test('behavior: encodes twice in Telegram on Android, and only there', () => {
    expect(nativeLink('metamask://', uri, { isAndroid: true, isTelegram: true })?.href).toBe(`metamask://wc?uri=${twice}`)
    expect(nativeLink('metamask://', uri, { isAndroid: true, isTelegram: false })?.href).toBe(`metamask://wc?uri=${encoded}`)
    expect(nativeLink('metamask://', uri, { isAndroid: false, isTelegram: true })?.href).toBe(`metamask://wc?uri=${encoded}`)
  })

  test.each(['javascript://alert(1)', 'data://text/html,x', 'JavaScript:', '1bad://', '', ' ://'])(
    'error: %s would run here or is no scheme',
    (link) => {
      expect(nativeLink(link, uri, here)).toBeUndefined()
    },
  )
})

describe('universalLink', () => {
  test('behavior: appends the path, with one slash', () => {
    expect(universalLink('https://wallet.example', uri, here)?.href).toBe(`https://wallet.example/wc?uri=${encoded}`)
    expect(universalLink('https://wallet.example/', uri, { isAndroid: true, isTelegram: true })?.href).toBe(
      `https://wallet.example/wc?uri=${twice}`,
    )
  })

  test('error: an app scheme is no web address', () => {
    expect(universalLink('metamask://', uri, here)).toBeUndefined()
    expect(universalLink('https://', uri, here)).toBeUndefined()
  })
})

describe('mobileLink', () => {
  test('behavior: a browser of Android gets an intent, which leads to the store without the app', () => {
    const play_store = 'https://play.google.com/store/apps/details?id=io.wallet'
    const wallet = { mobile_link: 'wallet://', play_store }
    const phone = { isAndroid: true, isTelegram: false, opensIntents: true }
    const fallback = encodeURIComponent(play_store)
    expect(mobileLink(wallet, uri, phone)).toEqual({
      href: `intent://wc?uri=${encoded}#Intent;scheme=wallet;S.browser_fallback_url=${fallback};end`,
      base: 'wallet://',
    })
    expect(mobileLink({ ...wallet, link_mode: 'https://wallet.example' }, uri, phone)?.href).toMatch(/^https:\/\/wallet\.example/)
    for (const other of [{ ...phone, opensIntents: false }, here]) expect(mobileLink(wallet, uri, other)?.href).toMatch(/^wallet:/)
    // A store of another name could be anybody's page.
    for (const store of [undefined, 'https://play.example/x'])
      expect(mobileLink({ mobile_link: 'wallet://', ...(store ? { play_store: store } : {}) }, uri, phone)?.href).toMatch(/^wallet:/)
  })

  test('behavior: prefers the universal link, then the app, then the web app', () => {
    const links = { link_mode: 'https://one.example', mobile_link: 'two://', webapp_link: 'https://three.example' }
    expect(mobileLink(links, uri, here)?.base).toBe('https://one.example/')
    expect(mobileLink({ ...links, link_mode: null }, uri, here)?.base).toBe('two://')
    expect(mobileLink({ webapp_link: links.webapp_link }, uri, here)?.href).toBe(`https://three.example/wc?uri=${encoded}`)
    expect(mobileLink({ mobile_link: 'javascript://x', webapp_link: links.webapp_link }, uri, here)?.base).toBe('https://three.example/')
    expect(mobileLink({}, uri, here)).toBeUndefined()
  })

  test('behavior: in Telegram a web app comes before an app scheme, which it does not open', () => {
    const links = { mobile_link: 'two://', webapp_link: 'https://three.example' }
    expect(mobileLink(links, uri, { isAndroid: false, isTelegram: true })?.href).toBe(`https://three.example/wc?uri=${encoded}`)
    expect(mobileLink(links, uri, { isAndroid: true, isTelegram: true })?.href).toBe(`https://three.example/wc?uri=${twice}`)
    expect(mobileLink({ mobile_link: 'two://' }, uri, { isAndroid: false, isTelegram: true })?.base).toBe('two://')
  })
})

describe('desktopLink', () => {
  test('behavior: opens the desktop app', () => {
    expect(desktopLink({ desktop_link: 'ledgerlive' }, uri, here)?.href).toBe(`ledgerlive://wc?uri=${encoded}`)
    expect(desktopLink({ mobile_link: 'x://' }, uri, here)).toBeUndefined()
  })
})

describe('webAppLink', () => {
  test('behavior: only web addresses', () => {
    expect(webAppLink({ webapp_link: 'app://' }, uri, here)).toBeUndefined()
  })
})

describe('requestLink', () => {
  const request = { id: 17, topic: 'abc' }

  test('behavior: names the request and the session', () => {
    expect(requestLink('metamask://', request)).toBe('metamask://wc?requestId=17&sessionTopic=abc')
    expect(requestLink('https://wallet.example', request)).toBe('https://wallet.example/wc?requestId=17&sessionTopic=abc')
  })

  test('behavior: a Telegram wallet gets it as its start parameter', () => {
    const payload = btoa('requestId=17&sessionTopic=abc').replaceAll('=', '')
    expect(requestLink('https://t.me/wallet/start/', request)).toBe(`https://t.me/wallet/start?startapp=${payload}`)
    expect(requestLink('https://t.me/wallet?attach=x', request)).toBe(`https://t.me/wallet?attach=x&startapp=${payload}`)
  })
})
