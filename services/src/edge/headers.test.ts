import { describe, expect, test } from 'vitest'
import { appHeaders, dialogHeaders, plainHeaders, secureHeaders } from './headers.js'

const urls = { dialog: 'https://dialog.example.com', secure: 'https://secure.example.net', api: 'https://api.example.com' }
const local = { dialog: 'http://dialog.localhost:4100', secure: 'http://secure.localhost:4100', api: 'http://api.localhost:4100' }
const page = { html: '', styles: ["'sha256-style'"], scripts: ["'sha256-script'"] }
const host = 'https://shop.example.com'

const directives = (headers: Record<string, string>) =>
  Object.fromEntries(
    (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )

describe('dialogHeaders', () => {
  test('behavior: all headers of an https deployment', () => {
    expect(dialogHeaders(urls, page, [host, 'https://web.telegram.org'], { connects: ['https://rpc.example.com'] })).toMatchInlineSnapshot(`
      {
        "cache-control": "no-cache",
        "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; object-src 'none'; script-src 'self' 'sha256-script'; style-src 'self' 'sha256-style'; img-src 'self' data: https://api.example.com; font-src 'self'; connect-src 'self' https://api.example.com https://rpc.example.com; frame-src https://secure.example.net; frame-ancestors https://shop.example.com https://web.telegram.org; require-trusted-types-for 'script'; trusted-types 'none'; upgrade-insecure-requests",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "cross-origin",
        "origin-agent-cluster": "?1",
        "permissions-policy": "camera=(self), microphone=(), geolocation=(), usb=(), payment=(), clipboard-read=(self), clipboard-write=(self), publickey-credentials-get=(self "https://secure.example.net"), publickey-credentials-create=(self "https://secure.example.net")",
        "referrer-policy": "strict-origin",
        "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
        "x-content-type-options": "nosniff",
      }
    `)
  })

  test('behavior: over http nothing is upgraded and nothing is pinned', () => {
    const headers = dialogHeaders(local, page, [])
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })

  test('behavior: without a framer nobody may frame it', () => {
    expect(directives(dialogHeaders(urls, page, []))['frame-ancestors']).toBe("'none'")
  })
})

describe('secureHeaders', () => {
  test('behavior: all headers of an https deployment', () => {
    expect(secureHeaders(urls, page, [urls.dialog, host])).toMatchInlineSnapshot(`
      {
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; object-src 'none'; script-src 'self' 'sha256-script'; worker-src 'self'; style-src 'self' 'sha256-style'; img-src 'self' data:; connect-src https://api.example.com; frame-src 'none'; frame-ancestors https://dialog.example.com https://shop.example.com; require-trusted-types-for 'script'; trusted-types latchkey-worker; upgrade-insecure-requests",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "cross-origin",
        "origin-agent-cluster": "?1",
        "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), payment=(), clipboard-read=(self), clipboard-write=(self), publickey-credentials-get=(self "https://secure.example.net"), publickey-credentials-create=(self "https://secure.example.net")",
        "referrer-policy": "no-referrer",
        "strict-transport-security": "max-age=63072000; includeSubDomains; preload",
        "x-content-type-options": "nosniff",
      }
    `)
  })
})

describe('appHeaders', () => {
  test('behavior: the policy that a strict customer would have', () => {
    expect(directives(appHeaders(local, 'http://app.localhost:4100', page, ['http://127.0.0.1:4101']))).toMatchInlineSnapshot(`
      {
        "base-uri": "'none'",
        "connect-src": "'self' http://dialog.localhost:4100 http://api.localhost:4100 http://127.0.0.1:4101",
        "default-src": "'none'",
        "font-src": "'self'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "frame-src": "http://dialog.localhost:4100",
        "img-src": "'self' data: http://dialog.localhost:4100 http://api.localhost:4100",
        "object-src": "'none'",
        "script-src": "'self' http://dialog.localhost:4100 'sha256-script'",
        "style-src": "'self' 'sha256-style'",
      }
    `)
  })
})

describe('every policy', () => {
  const all = [
    dialogHeaders(urls, page, [host]),
    secureHeaders(urls, page, [urls.dialog, host]),
    appHeaders(urls, 'https://app.example.com', page, []),
    plainHeaders(urls.api),
    plainHeaders(),
  ]

  test.each(all.map((headers) => [headers['content-security-policy'] ?? '']))(
    'behavior: allows nothing that is not named: %s',
    (policy) => {
      expect(policy).toMatch(/^default-src 'none'/)
      expect(policy).not.toMatch(/unsafe-|\*|\bhttps?:(?!\/\/)|strict-dynamic/)
      expect(policy).toContain('frame-ancestors ')
    },
  )

  test('behavior: none sends X-Frame-Options, which could not express a list', () => {
    for (const headers of all) expect(Object.keys(headers)).not.toContain('x-frame-options')
  })
})
