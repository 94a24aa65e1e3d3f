import { describe, expect, test } from 'vitest'
import { guideWallets } from '../../features/connect/guide.js'
import en from '../../locales/next-en.json'
import { linksOf, storeFor, suited } from './suited.js'

const desktop = { phone: false, ios: false, browser: 'Chrome' } as const

describe('linksOf', () => {
  test('behavior: each of the eight has secure links, a picture and a reason that is written down', () => {
    expect(guideWallets).toHaveLength(8)
    for (const wallet of guideWallets) {
      const { why, ...links } = linksOf(wallet)
      for (const link of Object.values(links)) expect(link).toMatch(/^https:\/\//)
      expect(Object.keys(en)).toContain(why)
      expect(wallet.icon).toMatch(/\.svg$/)
    }
  })
})

describe('storeFor', () => {
  const links = { homepage: 'https://h', chrome: 'https://c', ios: 'https://i', android: 'https://a', why: 'guide.why.simple' } as const
  test('behavior: the store of this very browser or phone', () => {
    expect(storeFor(links, desktop)).toEqual({ kind: 'extension', url: 'https://c' })
    expect(storeFor(links, { phone: true, ios: true, browser: 'Safari' })).toEqual({ kind: 'app', url: 'https://i' })
    expect(storeFor(links, { phone: true, ios: false, browser: 'Chrome' })).toEqual({ kind: 'app', url: 'https://a' })
  })
  test('behavior: the maker’s page where there is no store for it', () => {
    expect(storeFor(links, { ...desktop, browser: 'Firefox' })).toEqual({ kind: 'site', url: 'https://h' })
    expect(storeFor(links, { ...desktop, browser: 'Safari' })).toEqual({ kind: 'site', url: 'https://h' })
  })
})

describe('suited', () => {
  test('behavior: nobody is lost, and what fits comes first', () => {
    const { good, others } = suited({ ...desktop, browser: 'Firefox' })
    expect(good.map(({ name }) => name)).toContain('MetaMask')
    expect(others.map(({ name }) => name)).toContain('Rabby Wallet')
    expect(good.length + others.length).toBe(8)
  })
})
