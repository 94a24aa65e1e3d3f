import { forget } from './forget.ts'
import { loginByEmail, proveEmail } from './login.ts'
import { type Screen, screenOf, type Visit } from './screen.ts'
import { expect, test } from './test.ts'

/*
 * Password managers and other extensions put functions of their own in place of the browser's `navigator.credentials`: an extension that does so is played here,
 * with both calls.
 */

/** What a patched call does. `passkey`: it answers as a password manager does that keeps passkeys. */
type Answer = 'silent' | 'throwing' | 'foreign' | 'passkey'

/** What no passkey has answered, and how the window tells it. */
const answers = [
  ['silent', null],
  ['throwing', 'This answer isn’t a passkey’s'],
  ['foreign', 'This answer isn’t a passkey’s'],
] as const

/** Puts the extension's functions in place of the browser's, where the browser has none, too. Serialised. */
function patch({ create, get }: { readonly create: Answer; readonly get: Answer }): void {
  type Asked = {
    readonly publicKey: { readonly extensions: { readonly prf: { readonly eval: { readonly first: Uint8Array<ArrayBuffer> } } } }
  }
  const rawId = new TextEncoder().encode('kept by an extension').buffer
  // Byte 32 says what was checked: the user is there, and was verified.
  const authenticatorData = Uint8Array.from({ length: 37 }, (_, index) => (index === 32 ? 0x05 : 0)).buffer
  const calls = {
    silent: () => new Promise(() => undefined),
    throwing() {
      throw new Error('vault is locked')
    },
    foreign: async () => ({ id: 'x', type: 'password' }),
    async passkey({ publicKey }: Asked) {
      const first = await crypto.subtle.digest('SHA-256', publicKey.extensions.prf.eval.first)
      const prf = { enabled: true, results: { first } }
      return { type: 'public-key', rawId, response: { authenticatorData }, getClientExtensionResults: () => ({ prf }) }
    },
  }
  if (!('PublicKeyCredential' in window)) Object.assign(window, { PublicKeyCredential: class {} })
  if (!navigator.credentials) Object.defineProperty(navigator, 'credentials', { value: {} })
  Object.assign(navigator.credentials, { create: calls[create], get: calls[get] })
}

/** Counts in a document what asks for a passkey. Serialised. */
function count(): void {
  const own = window as unknown as { asked: number }
  own.asked = 0
  const call = () => {
    own.asked += 1
    return new Promise(() => undefined)
  }
  if (!('PublicKeyCredential' in window)) Object.assign(window, { PublicKeyCredential: class {} })
  if (!navigator.credentials) Object.defineProperty(navigator, 'credentials', { value: {} })
  Object.assign(navigator.credentials, { create: call, get: call })
}

/** Presses what asks for a passkey, and sees what the window says of an answer that is none. */
async function refuses(security: Screen, ask: Parameters<Screen['click']>[0], told: string | null): Promise<void> {
  await security.click(ask)
  if (told) return void (await security.see({ text: told }))
  await security.see({ text: 'Does nothing ask you?' })
  await security.click({ role: 'button', name: 'Stop waiting' })
  await security.gone({ text: 'Does nothing ask you?' })
  expect(await security.find({ css: '[data-error]' })).toEqual([])
}

const openWindow = async (visit: Visit) => screenOf(await visit.popup(() => visit.secure.click({ css: '[data-testid="open-window"]' })))

/** The window for keys and security, at its page about passkeys. */
async function openPasskeys(visit: Visit): Promise<Screen> {
  await visit.page.evaluate(() => void window.host.modal.open({ view: 'AccountSettings' }))
  await visit.dialog.click({ role: 'button', name: /^Keys and security/ })
  await visit.shows('ApproveTransaction')
  const security = await openWindow(visit)
  await security.click({ role: 'button', name: /^Passkey/ })
  return security
}

const add = { role: 'button', name: 'Add a passkey' } as const
const done = { role: 'button', name: 'Done' } as const

test('error: a password manager that never answers, throws, or answers something else is told, and a recovery code is offered', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  await visit.open(hosts.url(site, 'script'))
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await loginByEmail(engine, visit, server)
  const security = await openPasskeys(visit)

  const has = await security.evaluate(() => 'PublicKeyCredential' in window && 'credentials' in navigator)
  test.info().annotations.push({ type: 'passkeys', description: has ? 'yes' : 'no' })
  if (!has) {
    await security.click(add)
    await security.see({ text: 'This browser has no passkeys here' })
  } else
    for (const [name, told] of answers)
      await test.step(name, async () => {
        await security.evaluate(patch, { create: name, get: name } as const)
        await refuses(security, add, told)
      })
  await security.click({ role: 'button', name: 'Make a recovery code' })
  await security.see({ css: 'main[data-page="code"]' })
})

test('behavior: where the browser kept nothing, only the wallet’s window asks for the passkey; a password manager that gives none is told, and its passkey opens the same wallet', async ({
  engine,
  visit,
  hosts,
  site,
  server,
}) => {
  test.setTimeout(240_000)
  const url = hosts.url(site, 'script')
  await visit.open(url)
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  const email = await loginByEmail(engine, visit, server)
  const [address] = await visit.accounts()

  await test.step('a passkey that is made and then gives no secret is not added', async () => {
    const security = await openPasskeys(visit)
    for (const [name, told] of answers) {
      await security.evaluate(patch, { create: 'passkey', get: name } as const)
      await refuses(security, add, told)
    }
    await security.evaluate(patch, { create: 'passkey', get: 'passkey' } as const)
    await security.click(add)
    await security.see({ css: 'main[data-page="passkey-done"]' })
    await security.click(done)
    await security.click({ role: 'button', name: /^Only you/ })
    await security.click({ role: 'checkbox' })
    await security.click({ role: 'button', name: 'Make it only mine' })
    await security.see({ css: 'main[data-page="onlyYou-done"]' })
  })

  await forget([visit.secure, visit.dialog], server, url)
  for (const tab of await engine.tabs()) if (tab !== visit.tab) await tab.close()
  await visit.tab.toFront()
  await visit.reload()
  await visit.page.click({ role: 'button', name: 'Connect wallet' })
  await visit.shows('Connect')
  await visit.dialog.fill({ role: 'textbox', name: 'Email' }, email)
  await visit.dialog.type(['Enter'])
  await proveEmail(engine, visit, server, email)
  await visit.secure.evaluate(count)
  await visit.dialog.click({ role: 'button', name: 'Use passkey or recovery code' })
  await visit.shows('ApproveTransaction')
  await visit.secure.see({ text: /^Your wallet opens only with your passkey or your recovery code/ })
  const unlock = await openWindow(visit)
  const use = { role: 'button', name: 'Use my passkey' } as const
  for (const [name, told] of answers)
    await test.step(`to open the wallet: ${name}`, async () => {
      await unlock.evaluate(patch, { create: name, get: name } as const)
      await refuses(unlock, use, told)
    })
  expect(await visit.secure.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0)
  await unlock.evaluate(patch, { create: 'passkey', get: 'passkey' } as const)
  await unlock.click(use)
  await unlock.see({ css: 'main[data-page="unlock-done"]' })
  await unlock.click(done)
  await visit.status('connected')
  await visit.closed()
  expect(await visit.accounts()).toEqual([address])
})
