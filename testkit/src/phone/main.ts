import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { resolveLocalhostNames } from './localhostNames.ts'
import { checkRelay } from './relay.ts'
import { startPhoneWallet } from './startPhoneWallet.ts'
import { createFileStore } from './stores.ts'

const usage = `A wallet for development, on the command line.

npm run phone-wallet -- [link] [options]

  link                  the page's wc: link ("Copy link" under the QR code); without one, known sessions go on
  --yes                 approve everything without asking
  --relay <url>         default ws://api.localhost:4100/relay, or $LATCHKEY_RELAY_URL
  --project <id>        default $LATCHKEY_PROJECT_ID
  --rpc <chain=url>     a node to send to, for example eip155:31337=http://127.0.0.1:4101; may be repeated
  --only <family>       grant only this chain family; may be repeated
  --folder <path>       keys and sessions; default .data/phone-wallet
  --disconnect          end every session and leave`

/** The keys' secret: made at the first start. */
function readSecret(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'secret')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const secret = randomBytes(32).toString('hex')
    writeFileSync(file, secret, { mode: 0o600 })
    return secret
  }
}

const readRpcUrls = (pairs: readonly string[]) =>
  Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))

/** Runs the wallet until the process is ended. */
export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', short: 'y', default: false },
      relay: { type: 'string', default: process.env.LATCHKEY_RELAY_URL ?? 'ws://api.localhost:4100/relay' },
      project: { type: 'string', default: process.env.LATCHKEY_PROJECT_ID ?? 'latchkey-open' },
      rpc: { type: 'string', multiple: true, default: ['eip155:31337=http://127.0.0.1:4101', 'eip155:31338=http://127.0.0.1:4102'] },
      only: { type: 'string', multiple: true },
      folder: { type: 'string', default: '.data/phone-wallet' },
      disconnect: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(usage)

  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  let asking: Promise<unknown> = Promise.resolve()
  /** One question at a time: the next waits for the answer. */
  const ask = (question: string): Promise<boolean> => {
    const answer = asking.then(async () => values.yes || /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim()))
    asking = answer.catch(() => false)
    return answer
  }

  resolveLocalhostNames()
  await checkRelay(values.relay)
  const folder = resolve(values.folder)
  const wallet = await startPhoneWallet({
    relayUrl: values.relay,
    projectId: values.project,
    store: createFileStore(folder),
    secret: readSecret(folder),
    rpcUrls: readRpcUrls(values.rpc),
    ...(values.only ? { namespaces: values.only } : {}),
    log: (line) => console.log(line),
    approveSession({ page, namespaces }) {
      console.log(`\n${page.name || 'A page'} (${page.url}) wants to connect:`)
      for (const { accounts } of Object.values(namespaces)) for (const account of accounts) console.log(`  ${account}`)
      return ask('Connect?')
    },
    approveRequest({ chainId, method, params }) {
      console.log(`\n${method} on ${chainId}\n${JSON.stringify(params, null, 2)}`)
      return ask('Approve?')
    },
  })

  if (values.disconnect) {
    await wallet.disconnect()
    await wallet.stop()
    return terminal.close()
  }
  for (const { peer } of wallet.client.session.getAll()) console.log(`Connected to ${peer.metadata.name} (${peer.metadata.url})`)
  const [link] = positionals
  if (link) await wallet.pair(link)
  else if (wallet.topics().length === 0) console.log(usage)
  console.log('Waiting for requests. Press Ctrl+C to leave; sessions stay.')
}
