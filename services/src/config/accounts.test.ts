import { describe, expect, test } from 'vitest'
import type { ConfigError } from './mistakes.js'
import { checkConfig } from './readConfig.js'

const base = {
  urls: { dialog: 'https://dialog.example.com', secure: 'https://secure.example.net', api: 'https://api.example.com' },
  chains: [{ id: 1, upstreams: [{ url: 'https://node.example.com' }] }],
}
const check = (accounts: unknown, environment = {}) => checkConfig({ ...base, accounts }, environment)
const mistakes = (accounts: unknown): readonly string[] => {
  try {
    check(accounts)
    return []
  } catch (error) {
    return (error as ConfigError).mistakes
  }
}
const oidc = { clientId: 'id', clientSecret: 'secret' }

describe('accountsSchema', () => {
  test('behavior: left out there is none; empty it has the limits of the reference', () => {
    expect(checkConfig(base).accounts).toBeUndefined()
    const { otp, limits, sessions, vault } = check({}).accounts ?? {}
    expect({ otp, sessions }).toEqual({
      otp: { life: 300, attempts: 5, resend: 30, deviceLife: 1_200 },
      sessions: { access: 600, idle: 604_800, absolute: 2_592_000, stepUp: 300 },
    })
    expect(limits).toMatchObject({
      sendsPerEmailHour: 5,
      sendsPerEmailDay: 10,
      sendsPerAddressHour: 20,
      verifiesPerAddressHour: 60,
      failuresPerEmail: 100,
    })
    expect(vault).toMatchObject({ factorReleases: 5, assistReleases: 3, assistFresh: 600, quarantineHours: 24, deletionDays: 7 })
  })

  test('error: a domain of passkeys that is not the secure origin’s: none of them would ever open anything', () => {
    const mistake = 'accounts.passkeyDomain must be the hostname of urls.secure, or a domain above it.'
    for (const passkeyDomain of ['example.com', 'cure.example.net', 'a.secure.example.net'])
      expect(mistakes({ passkeyDomain })).toEqual([mistake])
    for (const passkeyDomain of ['secure.example.net', 'example.net']) expect(mistakes({ passkeyDomain })).toEqual([])
  })

  test('error: a mail server’s URL that cannot be read, as with a password that is not percent-encoded', () => {
    const mistake = 'accounts.mail.smtp must be a URL such as smtps://user:password@mail.example.com:465.'
    for (const password of ['a/b', 'a%zz'])
      expect(mistakes({ mail: { smtp: `smtps://user:${password}@mail.example.com:465`, from: 'wallet@example.com' } })).toEqual([mistake])
    expect(mistakes({ mail: { smtp: 'smtps://user:a%2Fb@mail.example.com:465', from: 'wallet@example.com' } })).toEqual([])
  })

  test('behavior: secrets come from the environment', () => {
    const { accounts } = check(
      { mail: { from: 'Wallet <wallet@example.com>' } },
      { LATCHKEY_SMTP_URL: 'smtps://user:pass@mail.example.com', LATCHKEY_KMS_ROOT: 'root', LATCHKEY_KMS_BACKUP_CONFIRMED: 'id' },
    )
    expect(accounts?.mail?.smtp).toBe('smtps://user:pass@mail.example.com')
    expect(accounts?.kms).toMatchObject({ root: 'root', backupConfirmed: 'id' })
  })

  test('behavior: the environment alone turns them on', () => {
    const mail = { LATCHKEY_SMTP_URL: 'smtps://user:pass@mail.example.com', LATCHKEY_MAIL_FROM: 'wallet@example.com' }
    expect(checkConfig(base, mail).accounts?.mail?.from).toBe('wallet@example.com')
  })

  test.each([
    [{ otp: { attempts: 6 } }, 'accounts.otp.attempts must be at most 5.'],
    [{ otp: { life: 900 } }, 'accounts.otp.life must be at most 600.'],
    [{ otp: { resend: 10 } }, 'accounts.otp.resend must be at least 30.'],
    [{ sessions: { access: 3_600 } }, 'accounts.sessions.access must be at most 600.'],
    [{ sessions: { idle: 200_000, absolute: 100_000 } }, 'accounts.sessions.idle must not be longer than accounts.sessions.absolute.'],
    [
      { mail: { smtp: 'mail.example.com', from: 'a@b.c' } },
      'accounts.mail.smtp must be a URL such as smtps://user:password@mail.example.com:465.',
    ],
    [{ mail: { smtp: 'smtp://m.example', from: 'Wallet' } }, 'accounts.mail.from must be a sender such as Wallet <wallet@example.com>.'],
    [{ providers: { myspace: oidc } }, 'accounts.providers has an unknown key: myspace.'],
    [
      { providers: { apple: { clientId: 'id', teamId: 'team' } } },
      'accounts.providers.apple needs teamId, keyId and privateKey, or else a clientSecret.',
    ],
    [
      { providers: { google: { ...oidc, issuer: 'http://127.0.0.1:4118' } } },
      'accounts.providers.google must not be played by this machine on a server that answers on https.',
    ],
    [
      { farcaster: { rpcUrl: 'https://op.example', registry: '0x1' } },
      'accounts.farcaster.registry must be the address of the Id Registry.',
    ],
  ])('error: %j', (accounts, sentence) => {
    expect(mistakes(accounts)).toEqual([sentence])
  })
})
