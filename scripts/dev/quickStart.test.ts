import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.js'
import { urlsOf } from './developmentConfig.js'
import { quickStart } from './quickStart.js'
import { welcome } from './welcome.js'

const facts = { dialog: 'http://dialog.localhost:4100', projectId: 'latchkey-open' }
const relay = 'ws://api.localhost:4100/relay'
const print = (urls = urlsOf(4100)) =>
  welcome({
    urls,
    relay,
    chains: { 'eip155:31337': 'http://127.0.0.1:4101', 'solana:x': 'http://127.0.0.1:4103' },
    mail: 'http://127.0.0.1:4117',
    projectId: facts.projectId,
    log: '.data/4100/services.log',
  })

describe('the first lines that a developer copies', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')

  test('behavior: README and `npm start` have the same', () => {
    expect(readme).toContain(`\`\`\`html\n${quickStart(facts)}\n\`\`\``)
    expect(print().replaceAll(/^ {4}/gm, '')).toContain(quickStart(facts))
  })

  test('behavior: `npm start` prints the command of the phone wallet, with its relay and its chains', () => {
    expect(print()).toContain(`npm run phone-wallet -- "wc:…" --relay ${relay} --rpc eip155:31337=http://127.0.0.1:4101\n`)
  })

  test('behavior: on plain http for other devices, it says what they do not get', () => {
    expect(print()).not.toContain('secure context')
    const shared = print(urlsOf(4100, { host: '192.168.1.5' }))
    expect(shared).toContain('no secure context')
    expect(shared).toContain('on any port of 192.168.1.5')
    expect(print(urlsOf(4100, { urls: { dialog: 'https://d.example', secure: 'https://s.example', api: 'https://a.example' } }))).toContain(
      'The playground has no address',
    )
  })
})

describe('readArguments', () => {
  test('behavior: the four parts stay four origins, wherever they are', () => {
    for (const args of [[], ['--host', '192.168.1.5'], ['--host=my-laptop.local', '--port', '4300']]) {
      const { port, ...places } = readArguments(args)
      expect(new Set(Object.values(urlsOf(port, places)).map((url) => new URL(url).origin)).size).toBe(4)
    }
    const { port, ...places } = readArguments([
      '--url',
      'dialog=https://d.example',
      '--url=secure=https://s.example/',
      '--url',
      'api=https://d.example:8443',
    ])
    expect(urlsOf(port, places)).toEqual({ dialog: 'https://d.example', secure: 'https://s.example', api: 'https://d.example:8443' })
  })

  test.each([
    [['--host', 'http://192.168.1.5'], '--host must be a name'],
    [['--host', 'a b'], '--host must be a name'],
    [['--url', 'dialog=https://d.example/path'], '--url takes a part'],
    [['--url', 'wallet=https://d.example'], '--url takes a part'],
    [['--url', 'dialog=https://d.example'], '--url secure=… is missing'],
    [['--host', 'a', ...['dialog', 'secure', 'api'].flatMap((part) => ['--url', `${part}=https://${part}.example`])], 'two ways'],
  ])('error: %j', (args, sentence) => {
    expect(() => readArguments(args)).toThrow(sentence)
  })
})
