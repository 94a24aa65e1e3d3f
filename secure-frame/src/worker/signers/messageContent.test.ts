import { solanaFamily } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { evmAccount, solanaAccount } from '../../testing/fakeNode.js'
import { renderCard } from '../../testing/renderCard.js'
import { messageContent } from './messageContent.js'

const now = Date.parse('2026-06-01T00:00:00Z')
const context = { origin: 'https://shop.example', networkName: 'Ethereum', account: evmAccount, network: 'eip155:1' }
const lines = {
  URI: 'https://shop.example',
  Version: '1',
  'Chain ID': '1',
  Nonce: 'abcdefgh1',
  'Issued At': '2026-06-01T00:00:00Z',
}
type Change = { readonly statement?: string; readonly fields?: Readonly<Record<string, string>>; readonly after?: string }
const text = ({ statement = 'Welcome.', fields = {}, after = '' }: Change, account: string = evmAccount, family = 'Ethereum') =>
  `shop.example wants you to sign in with your ${family} account:\n${account}\n\n${statement}\n\n${Object.entries({ ...lines, ...fields })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}${after}`
const contentOf = (message: string, change: Partial<typeof context> = {}) =>
  messageContent(new TextEncoder().encode(message), { ...context, ...change }, now)
const judged = (change: Change) => {
  const { warnings, blocked, readWhole } = contentOf(text(change))
  return { warnings: warnings.map(({ tone, title }) => `${tone} ${title.id}`), blocked, readWhole: readWhole === true }
}
const recap = (att: object) => `urn:recap:${Buffer.from(JSON.stringify({ att })).toString('base64url')}`

describe('a sign-in', () => {
  test('behavior: an honest one is a plain card', () => {
    expect(judged({})).toEqual({ warnings: [], blocked: false, readWhole: false })
    expect(
      judged({ fields: { 'Expiration Time': '2026-06-02T00:00:00Z', 'Not Before': '2026-05-01T00:00:00Z', 'Request ID': '7' } }),
    ).toEqual({
      warnings: [],
      blocked: false,
      readWhole: false,
    })
  })

  test.each(solanaFamily.networks)('behavior: for $name, by the name that sign-in messages have for it', ({ id, caipNetworkId }) => {
    const signIn = (name: string) =>
      contentOf(text({ fields: { 'Chain ID': name } }, solanaAccount, 'Solana'), { network: caipNetworkId, account: solanaAccount })
    expect(signIn(solanaFamily.signInNetworks?.[id] ?? '')).toMatchObject({ warnings: [], blocked: false })
    expect(signIn(String(id)).blocked).toBe(false)
    expect(signIn('another')).toMatchObject({ blocked: true })
  })

  test('error: that has expired, or is for another chain, is refused', () => {
    expect(judged({ fields: { 'Expiration Time': '2026-05-31T23:59:59Z' } })).toMatchObject({
      warnings: ['neg warn.expired'],
      blocked: true,
    })
    expect(judged({ fields: { 'Chain ID': '137' } })).toMatchObject({ warnings: ['neg warn.otherChain'], blocked: true })
    const solana = { account: solanaAccount, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    const chain = (id: string) => contentOf(text({ fields: { 'Chain ID': id } }, solanaAccount, 'Solana'), solana).blocked
    expect(['mainnet', 'solana:mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'devnet', 'localnet'].map(chain)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  test('error: that is not valid yet is warned of', () => {
    expect(judged({ fields: { 'Not Before': '2026-06-02T00:00:00Z' } })).toMatchObject({ warnings: ['warn warn.notYet'], blocked: false })
  })

  test('error: that hands over rights (ERC-5573) says which', () => {
    const after = `\nResources:\n- https://shop.example/terms\n- ${recap({ 'https://vault.example': { 'crud/delete': [{}], 'crud/read': [{}] } })}`
    expect(judged({ after })).toMatchObject({ warnings: ['warn warn.recap'], blocked: false })
    const { facts } = renderCard(contentOf(text({ after })))
    expect(facts).toContain('https://vault.example')
    expect(facts).toContain('crud/delete')
    expect(facts).toContain('https://shop.example/terms')
  })

  test.each([
    ['a second URI in the statement', { statement: 'URI: https://bank.example' }],
    ['a second Chain ID in the statement', { statement: 'Hello\nChain ID: 137' }],
    ['a field that nobody knows', { fields: { Amount: '5 ETH' } }],
    ['something behind its end', { after: '\n\nand I owe you 5 ETH' }],
    ['another version', { fields: { Version: '2' } }],
    ['a date that is none', { fields: { 'Expiration Time': 'soon' } }],
    ['a resource that is none', { after: '\nResources:\nnot a list' }],
  ])('error: with %s it is warned of, and read to its end before anybody agrees', (_what, change) => {
    expect(judged(change)).toMatchObject({ warnings: ['warn warn.unnamed'], blocked: false, readWhole: true })
    expect(renderCard(contentOf(text(change))).open).toContain('wants you to sign in')
  })

  test('error: the field that counts is the last one, not one that the statement makes up', () => {
    const change = { statement: 'URI: https://shop.example', fields: { URI: 'https://bank.example' } }
    expect(judged(change)).toMatchObject({ blocked: true })
    expect(judged(change).warnings).toContain('neg warn.otherSite')
  })

  test('error: for another scheme than the page’s', () => {
    expect(contentOf(`http://${text({})}`).blocked).toBe(true)
    expect(contentOf(`https://${text({})}`).blocked).toBe(false)
  })
})
