import { verifyMessage } from 'viem'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext, fakeSolana, solanaAccount } from '../../testing/fakeNode.js'
import { renderCard } from '../../testing/renderCard.js'
import { prepareSignIns } from './signIns.js'

const text = (family: string, account: string, chain: string, domain = 'shop.example') =>
  `${domain} wants you to sign in with your ${family} account:\n${account}\n\nWelcome to ${chain}.\n\nURI: https://${domain}\nVersion: 1\nChain ID: ${chain}\nNonce: abcdefgh${family.length}\nIssued At: 2026-06-01T00:00:00Z`
const evm = { message: text('Ethereum', evmAccount, '1'), context: fakeContext() }
const solana = { message: text('Solana', solanaAccount, 'mainnet'), context: fakeSolana() }

describe('sign-ins of several chain families', () => {
  test('behavior: one card says all that is signed, and one yes signs each of them', async () => {
    const { content, payload, execute } = await prepareSignIns([evm, solana])
    expect(content).toMatchObject({ kind: 'signIn', blocked: false, confirm: 'signIn', warnings: [], readWhole: true })
    const { facts } = renderCard(content)
    for (const said of [evmAccount, solanaAccount, 'Welcome to 1.', 'Welcome to mainnet.', 'abcdefgh8', 'abcdefgh6', 'Ethereum', 'Solana'])
      expect(facts).toContain(said)
    expect(content.message).toBe(`${evm.message}\n\n${solana.message}`)
    const whole = Buffer.from(payload).toString()
    for (const { message } of [evm, solana]) expect(whole).toContain(message)
    const [first, second] = (await execute(payload)) as [`0x${string}`, string]
    const { privateKeyToAddress } = await import('viem/accounts')
    const signer = privateKeyToAddress(`0x${'01'.repeat(32)}`)
    expect(await verifyMessage({ address: signer, message: evm.message, signature: first })).toBe(true)
    expect(second).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  })

  test('behavior: two long messages are shown whole, and the button waits for the end of the last', async () => {
    const longer = (part: typeof evm) => ({
      ...part,
      message: part.message.replace(/Welcome to/, `${'Terms and conditions apply. '.repeat(400)}Welcome to`),
    })
    const parts = [longer(evm), longer(solana)]
    const { content } = await prepareSignIns(parts)
    expect(content).toMatchObject({ readWhole: true, blocked: false })
    const { open } = renderCard(content)
    for (const { message } of parts) expect(open).toContain(message)
  })

  test('error: what is wrong with one of them blocks the approval', async () => {
    const foreign = { ...solana, message: text('Solana', solanaAccount, 'mainnet', 'bank.example') }
    const { content } = await prepareSignIns([evm, foreign])
    expect(content.blocked).toBe(true)
    expect(content.warnings.map(({ title }) => title.id)).toEqual(['warn.otherSite'])
  })

  test('error: a text that is no sign-in is not asked about', async () => {
    for (const part of [evm, solana])
      await expect(prepareSignIns([part, { ...part, message: 'Pay me' }])).rejects.toMatchObject({ code: -32602 })
  })
})
