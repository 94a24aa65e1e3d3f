import { describe, expect, test } from 'vitest'
import { readAnnouncement } from './announcement.js'

const provider = { request: async () => null }
const info = { uuid: 'u', name: 'A', rdns: 'a.wallet', icon: 'data:image/png;base64,AA' }
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('gotcha')
    },
  },
)

describe('readAnnouncement', () => {
  test('behavior: copies a description, frozen or not', () => {
    expect(readAnnouncement(Object.freeze({ info: Object.freeze(info), provider }))).toEqual({
      provider,
      info: { id: 'a.wallet', rdns: 'a.wallet', name: 'A', icon: info.icon, source: 'announced', namespaces: { eip155: {} } },
    })
  })

  test('behavior: an icon that is no small data image is left out', () => {
    for (const icon of ['https://spy.example/i.png', 'javascript:alert(1)', `data:image/png;base64,${'A'.repeat(65_536)}`, 7])
      expect(readAnnouncement({ info: { ...info, icon }, provider })?.info).not.toHaveProperty('icon')
  })

  test.each([undefined, '', null, 7, {}, 'x'.repeat(257)])('behavior: without an rdns (%j) the name stands in', (rdns) => {
    expect(readAnnouncement({ info: { ...info, rdns }, provider })?.info).toEqual({
      id: 'A',
      name: 'A',
      icon: info.icon,
      source: 'announced',
      namespaces: { eip155: {} },
    })
  })

  test.each(['io.metamask.mmc', 'org.latchkey'])('behavior: %s is installed nowhere: it is no wallet of this browser', (rdns) => {
    expect(readAnnouncement({ info: { ...info, rdns }, provider })).toBeUndefined()
  })

  test('error: whatever else is announced is no wallet', () => {
    for (const detail of [
      null,
      undefined,
      'x',
      {},
      hostile,
      { info: hostile, provider },
      { info, provider: hostile },
      { info, provider: {} },
      { info: { ...info, name: 'x'.repeat(257) }, provider },
    ])
      expect(readAnnouncement(detail)).toBeUndefined()
  })
})
