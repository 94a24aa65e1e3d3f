// @vitest-environment happy-dom
import { bootElementId } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { readBoot } from './boot.js'

const boot = {
  projectId: 'p',
  origin: 'https://app.example',
  verified: true,
  mode: 'production',
  api: 'https://api.example',
  secure: 'https://secure.example',
  networks: [{ id: 1, caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'One', rpcUrls: {} }],
  defaultNetwork: null,
  build: '1',
  logins: { email: true, socials: [] },
  later: { kept: true },
}

const write = (value: unknown) => {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = bootElementId
  element.textContent = JSON.stringify(value)
  document.head.append(element)
}

beforeEach(() => document.head.replaceChildren())

describe('readBoot', () => {
  test('behavior: gives all that the server wrote', () => {
    write(boot)
    expect(readBoot()).toEqual(boot)
  })

  test('behavior: in a time zone with another way in, that way', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const elsewhere = { api: 'https://elsewhere.example', relay: { url: 'wss://elsewhere.example/relay', projectId: 'p' }, networks: [] }
    write({ ...boot, restricted: { timeZones: ['Asia/Shanghai', timeZone], ...elsewhere } })
    expect(readBoot()).toMatchObject({ ...boot, ...elsewhere })
    document.head.replaceChildren()
    write({ ...boot, restricted: { timeZones: ['Mars/Olympus'], ...elsewhere } })
    expect(readBoot()).toEqual(boot)
  })

  test('error: a document that the edge did not serve, or of another version, is refused', () => {
    expect(() => readBoot()).toThrow('latchkey-boot')
    write({ ...boot, networks: [{ caipNetworkId: 'nonsense', chainNamespace: 'eip155', name: 'x' }] })
    expect(() => readBoot()).toThrow()
  })
})
