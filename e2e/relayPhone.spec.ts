import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyDialog } from '@latchkey/dialog-app/src/lib/dialog.ts'
import { createWalletConnect } from '@latchkey/dialog-app/src/wallets/walletConnect/index.ts'
import { createMemoryStore } from '@latchkey/dialog-app/src/wallets/walletConnect/keyValueStore.ts'
import { testNetworks } from '@latchkey/dialog-app/src/wallets/walletConnect/testing/networks.ts'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { projectId, startTestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { expect, test } from '@playwright/test'

/* `npm run phone-wallet`, the real process, against the dialog's wallet, a relay and a chain. No browser is needed. */

const chainPort = 4960
const chainUrl = `http://127.0.0.1:${chainPort}`

type Phone = { readonly process: ChildProcess; output(): string; type(text: string): void; stop(): Promise<void> }

/** Starts the command line as a developer would. */
function startPhone(relayUrl: string, folder: string, args: readonly string[]): Phone {
  const all = [
    'scripts/phoneWallet.js',
    '--relay',
    relayUrl,
    '--project',
    projectId,
    '--folder',
    folder,
    '--rpc',
    `eip155:31337=${chainUrl}`,
  ]
  const child = spawn(process.execPath, [...all, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const phone: Phone = {
    process: child,
    output: () => output,
    type: (text) => child.stdin.write(`${text}\n`),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
  cleanups.push(phone.stop)
  return phone
}

/** Whatever a test started, the last first; also when it failed half-way. */
const cleanups: (() => Promise<unknown>)[] = []
test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A process of Vite and the client starts slowly on a busy machine. Milliseconds. */
const timeout = { timeout: 60_000 }

const rpc = async (method: string, params: readonly unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(chainUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await response.json()) as { result: unknown }).result
}

test('a user approves on the command line, sends, and goes on after both sides restarted', async () => {
  test.setTimeout(240_000)
  process.env.DISABLE_GLOBAL_CORE = 'true'
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-phone-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const relay = await startTestRelay()
  cleanups.push(relay.close)
  const chain = await startAnvil({ port: chainPort, chainId: 31337 })
  cleanups.push(chain.stop)
  const storage = createMemoryStore()
  const start = () => {
    const started = createWalletConnect(
      emptyDialog({
        storage: () => {
          throw new Error('No browser')
        },
        now: Date.now,
      }),
      {
        projectId,
        relayUrl: relay.url,
        metadata: { name: 'Test page', description: '', url: 'https://page.example', icons: [] },
        storage,
        storagePrefix: 'phone',
        networks: () => testNetworks,
      },
    )
    cleanups.push(started.stop)
    return started
  }
  const wallet = start()
  const { uri } = await wallet.prepare()
  const connecting = wallet.connect({ namespace: 'eip155', networkIds: [] })
  const phone = startPhone(relay.url, folder, [uri])
  await expect.poll(phone.output, timeout).toContain('Test page (https://page.example) wants to connect')
  phone.type('y')
  const { accounts } = await connecting
  const from = accounts[0]?.address

  const to = '0x000000000000000000000000000000000000bEEF'
  const send = (on: typeof wallet, value: string) =>
    on.request({ namespace: 'eip155', networkId: null, method: 'eth_sendTransaction', params: [{ from, to, value }] })
  const refused = expect(send(wallet, '0x1')).rejects.toMatchObject({ code: 5000 })
  await expect.poll(phone.output, timeout).toContain('eth_sendTransaction on eip155:31337')
  phone.type('n')
  await refused
  await phone.stop()
  await wallet.stop()

  const again = start()
  const phoneAgain = startPhone(relay.url, folder, ['--yes'])
  await again.connect({ namespace: 'eip155', networkIds: [], isReconnecting: true })
  const hash = await send(again, '0x2a')
  expect(await rpc('eth_getTransactionByHash', [hash])).toMatchObject({ from: from?.toLowerCase(), to: to.toLowerCase(), value: '0x2a' })
  await phoneAgain.stop()

  const events: string[] = []
  again.subscribe(({ event }) => events.push(event))
  const leaving = startPhone(relay.url, folder, ['--disconnect'])
  await expect.poll(() => events.length, timeout).toBe(5)

  await expect.poll(() => leaving.process.exitCode, timeout).toBe(0)
})

test('@once says what is wrong with the relay’s address instead of waiting', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'phone-'))
  cleanups.push(() => rm(folder, { recursive: true }))
  const server = await startTestServer(() => false)
  cleanups.push(server.close)
  const elsewhere = `ws://127.0.0.1:${server.port}/relay`
  const wrong = [
    ['http://127.0.0.1:9', 'is no relay’s address'],
    ['ws://127.0.0.1:9/relay', 'Can’t reach the relay at ws://127.0.0.1:9/relay: nothing listens there.'],
    [elsewhere, `There is no relay at ${elsewhere}: the server answered 404.`],
  ] as const
  for (const [address, sentence] of wrong) {
    const child = spawn(process.execPath, ['scripts/phoneWallet.js', '--relay', address, '--folder', folder], { stdio: 'pipe' })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(said).toContain(sentence)
    expect(said).toContain('--relay')
    expect(code).toBe(1)
  }
})
