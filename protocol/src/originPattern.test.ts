import { describe, expect, test } from 'vitest'
import { developmentOrigins, matchesPattern, originMatcher, parseOrigin, parsePattern } from './originPattern.js'

const matches = (pattern: string, origin: string) => {
  const parsed = parsePattern(pattern)
  const target = parseOrigin(origin)
  if (typeof parsed === 'string') throw new Error(`${pattern} ${parsed}`)
  return target !== null && matchesPattern(parsed, target)
}

/** A small generator with a fixed start, so that a failure can be repeated. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe('parseOrigin', () => {
  test.each([
    ['https://example.com', { scheme: 'https', host: 'example.com', port: 443, ip: false }],
    ['http://example.com', { scheme: 'http', host: 'example.com', port: 80, ip: false }],
    ['http://localhost:3000', { scheme: 'http', host: 'localhost', port: 3000, ip: false }],
    ['http://192.168.1.7:8080', { scheme: 'http', host: '192.168.1.7', port: 8080, ip: true }],
    ['http://[::1]:8080', { scheme: 'http', host: '[::1]', port: 8080, ip: true }],
    ['https://xn--bcher-kva.example', { scheme: 'https', host: 'xn--bcher-kva.example', port: 443, ip: false }],
    ['http://under_score.example.com', { scheme: 'http', host: 'under_score.example.com', port: 80, ip: false }],
  ])('behavior: takes %s apart', (text, expected) => {
    expect(parseOrigin(text)).toEqual(expected)
  })

  test.each([
    ['', 'nothing'],
    ['null', 'an opaque origin'],
    ['example.com', 'no scheme'],
    ['https://example.com/', 'a path'],
    ['https://example.com/path', 'a path'],
    ['https://example.com?x', 'a query'],
    ['https://example.com#x', 'a fragment'],
    ['https://Example.com', 'upper case'],
    ['HTTPS://example.com', 'an upper case scheme'],
    ['https://example.com:443', 'the default port written out'],
    ['https://example.com:0443', 'a padded port'],
    ['https://example.com.', 'a trailing dot'],
    ['https://user@example.com', 'a user'],
    ['https://user:pass@example.com', 'a user and password'],
    ['https://good.com@evil.com', 'another host behind a user'],
    ['https://bücher.example', 'unicode instead of punycode'],
    ['https://exam%70le.com', 'an escaped letter'],
    ['http://2130706433', 'an IPv4 address as one number'],
    ['http://0x7f.1', 'an IPv4 address in hexadecimal'],
    ['http://127.1', 'a shortened IPv4 address'],
    ['ftp://example.com', 'another scheme'],
    ['chrome-extension://abcdefgh', 'an extension'],
    ['javascript:alert(1)', 'a script'],
    ['data:text/html,x', 'data'],
    ['blob:https://example.com/x', 'a blob'],
    ['https://a;b.example.com', 'syntax of a policy'],
    ["https://'self'.example.com", 'syntax of a policy'],
    ['https://a,b.example.com', 'syntax of a header'],
    ['https://*.example.com', 'a pattern'],
    ['https://*', 'a pattern'],
    ['https://example.com evil.com', 'a space'],
    ['https://example.com\nX: y', 'a line break'],
    ['https://-example.com', 'a label that starts with a hyphen'],
    [`https://${'a'.repeat(300)}.com`, 'a very long name'],
  ])('error: refuses %j (%s)', (text) => {
    expect(parseOrigin(text)).toBeNull()
  })
})

describe('matchesPattern', () => {
  test.each([
    ['example.com', 'https://example.com'],
    ['example.com', 'http://example.com:8080'],
    ['https://example.com', 'https://example.com'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:80', 'http://example.com'],
    ['https://example.com:*', 'https://example.com:9999'],
    ['example.com:8443', 'https://example.com:8443'],
    ['*.example.com', 'https://a.example.com'],
    ['https://*.example.com:*', 'https://a.example.com:4'],
    ['*.*.example.com', 'https://a.b.example.com'],
    ['a.*.example.com', 'https://a.b.example.com'],
    ['Example.COM', 'https://example.com'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['*.bücher.example', 'https://a.xn--bcher-kva.example'],
    ['localhost', 'http://localhost'],
    ['localhost', 'https://localhost:3000'],
    ['localhost', 'http://shop.localhost:4100'],
    ['localhost', 'http://a.b.localhost:4100'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['{ip}', 'http://10.0.0.1:5173'],
    ['{ip}', 'http://[fe80::1]:5173'],
    ['http://{ip}:5173', 'http://10.0.0.1:5173'],
    ['10.0.0.1', 'http://10.0.0.1:5173'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['http://*.wild.localhost:*', 'http://a.wild.localhost:4100'],
  ])('behavior: %s allows %s', (pattern, origin) => {
    expect(matches(pattern, origin)).toBe(true)
  })

  test.each([
    ['https://example.com', 'http://example.com', 'scheme'],
    ['example.com:8443', 'https://example.com', 'port'],
    ['example.com:443', 'http://example.com', 'port'],
    ['*.example.com', 'https://example.com', 'the apex'],
    ['*.example.com', 'https://a.b.example.com', 'two labels'],
    ['*.*.example.com', 'https://a.example.com', 'one label'],
    ['example.com', 'https://a.example.com', 'a subdomain'],
    ['example.com', 'https://example.com.evil.com', 'a longer name'],
    ['example.com', 'https://evilexample.com', 'a suffix'],
    ['*.example.com', 'https://a.evilexample.com', 'a suffix'],
    ['*.example.com', 'https://a.example.com.evil.com', 'a longer name'],
    ['localhost', 'http://localhost.evil.com', 'a longer name'],
    ['localhost', 'http://evillocalhost', 'a suffix'],
    ['localhost', 'http://127.0.0.1', 'an IP'],
    ['http://localhost:3000', 'http://localhost:3001', 'port'],
    ['http://localhost:3000', 'http://a.localhost:3000', 'a subdomain'],
    ['{ip}', 'http://ip.example.com', 'a name'],
    ['http://{ip}:5173', 'http://10.0.0.1:5174', 'port'],
    ['*.0.0.1.example.com', 'http://127.0.0.1', 'an IP'],
    ['10.0.0.1', 'http://10.0.0.2', 'another address'],
    ['http://*.wild.localhost:*', 'http://wild.localhost:4100', 'the apex'],
    ['http://*.wild.localhost:*', 'https://a.wild.localhost:4100', 'scheme'],
  ])('behavior: %s does not allow %s (%s)', (pattern, origin) => {
    expect(matches(pattern, origin)).toBe(false)
  })

  test('behavior: for any host, a star label allows every one-label child, and neither the host, nor grandchildren, nor lookalikes', () => {
    const next = random(4100)
    const word = () => Array.from({ length: 1 + next(8) }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[next(36)]).join('')
    for (let round = 0; round < 500; round++) {
      const host = `${Array.from({ length: 1 + next(3) }, word).join('.')}.x${word()}`
      const [a, b] = [word(), word()]
      const scheme = next(2) === 0 ? 'http' : 'https'
      const port = next(2) === 0 ? '' : `:${1024 + next(60_000)}`
      const origin = (name: string) => `${scheme}://${name}${port}`
      expect(matches(`*.${host}`, origin(`${a}.${host}`))).toBe(true)
      expect(matches(`${scheme}://*.${host}:*`, origin(`${a}.${host}`))).toBe(true)
      expect(matches(host, origin(host))).toBe(true)
      for (const other of [host, `${a}.${b}.${host}`, `${a}${host}`, `${a}.${host}.${b}x`])
        expect(matches(`*.${host}`, origin(other))).toBe(false)
      for (const other of [`${a}.${host}`, `${a}${host}`, `${host}.${b}x`, `${a}-${host}`]) expect(matches(host, origin(other))).toBe(false)
    }
  })
})

describe('parsePattern', () => {
  test.each([
    ['', /must be an origin/],
    ['*', /must name a host/],
    ['https://*', /must name a host/],
    ['*.*', /must name a host/],
    ['www-*.example.com', /only as one whole label/],
    ['**.example.com', /only as one whole label/],
    ['ftp://example.com', /http or https/],
    ['https://example.com/path', /must be an origin/],
    ['https://user@example.com', /must be an origin/],
    ['example.com:0', /port/],
    ['example.com:70000', /port/],
    ['example.com:80a', /must be an origin/],
    ['exam ple.com', /must be an origin/],
    ['https://', /must be an origin/],
    ['a..example.com', /valid hostname/],
    ['example.com.', /valid hostname/],
    ['a;b.example.com', /valid hostname/],
    ["'none'", /valid hostname/],
    ['*.10.0.0.1', /valid hostname/],
    ['[zz::1]', /valid hostname/],
  ])('error: %j is told why', (pattern, sentence) => {
    expect(parsePattern(pattern)).toMatch(sentence)
  })

  test('behavior: a label that spells like the stand-in of a star stays itself', () => {
    expect(matches('star.*.example.com', 'https://star.a.example.com')).toBe(true)
    expect(matches('star.*.example.com', 'https://other.a.example.com')).toBe(false)
  })
})

describe('originMatcher', () => {
  test('behavior: an empty list means the development origins only', () => {
    const match = originMatcher([], 'development')
    for (const origin of [
      'http://localhost',
      'http://localhost:5173',
      'http://app.localhost:4100',
      'https://localhost:8443',
      'http://127.0.0.1:3000',
      'http://192.168.0.4',
      'http://[::1]:3000',
      'https://my-site.pages.dev',
      'https://my-site.vercel.app',
      'https://1234.ngrok-free.app',
      'https://1234.ngrok.app',
      'https://1234.ngrok.io',
    ])
      expect(match(origin), origin).toBe('development')
    for (const origin of [
      'https://example.com',
      'https://pages.dev',
      'https://a.b.vercel.app',
      'https://evilvercel.app',
      'https://ngrok.io.evil.com',
      'https://localhost.example.com',
      'null',
      'chrome-extension://abc',
    ])
      expect(match(origin), origin).toBeNull()
  })

  test('behavior: a list adds to the development origins, and says which of the two allowed it', () => {
    const match = originMatcher(['https://shop.example.com', 'http://localhost:3000'], 'development')
    expect(match('https://shop.example.com')).toBe('registered')
    expect(match('http://localhost:3000')).toBe('registered')
    expect(match('http://localhost:3001')).toBe('development')
    expect(match('https://other.example.com')).toBeNull()
  })

  test('behavior: production drops the development origins and keeps what is listed', () => {
    const match = originMatcher(['http://listed.localhost:*'], 'production')
    expect(match('http://listed.localhost:4100')).toBe('registered')
    for (const origin of ['http://localhost:4100', 'http://127.0.0.1', 'https://x.vercel.app', 'http://other.localhost:4100'])
      expect(match(origin), origin).toBeNull()
    expect(originMatcher([], 'production')('http://localhost:4100')).toBeNull()
  })

  test('behavior: every built-in development origin is a valid pattern', () => {
    for (const pattern of developmentOrigins) expect(typeof parsePattern(pattern)).toBe('object')
  })
})
