import { describe, expect, test } from 'vitest'
import { codeMail, newDeviceMail } from './texts.js'

const frame = { name: 'Example', secure: 'https://secure.example.net' }
const facts = { origin: 'https://shop.example.com', browser: 'Firefox on Linux', network: '203.0.113.0/24', at: 0 }

describe('mails', () => {
  test.each([
    [24, 'For 24 hours that device cannot'],
    [1, 'For 1 hour that device cannot'],
    [0, undefined],
  ])('behavior: of a new device in a quarantine of %d hours', (hours, sentence) => {
    const { text } = newDeviceMail('a@example.com', frame, hours, facts)
    expect(/For .* that device cannot/.exec(text)?.[0]).toBe(sentence)
  })

  test('behavior: of a code say for how long it works', () => {
    const lifeIn = (seconds: number) => /works for [^,]*/.exec(codeMail('a@example.com', frame, '123456', seconds, facts).text)?.[0]
    expect([60, 300].map(lifeIn)).toEqual(['works for 1 minute', 'works for 5 minutes'])
  })
})
