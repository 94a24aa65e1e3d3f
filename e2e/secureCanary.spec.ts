import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { hookEverything } from './attacks/hooks.ts'
import { readFolder, type Secret, type Source, scan } from './attacks/scan.ts'
import { storedHere, watchWire } from './attacks/secrets.ts'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { mailsTo } from './support/mail.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { expect, request, test } from './support/test.ts'

/* A whole visit, and afterwards a search for every secret in it in every place that is not the frame, its server, or the mail that carried it. */

const codeOf = (text: string) => /\b(\d{6})\b/.exec(text)?.[1]
const tokenOf = (text: string) => /verify#(\S+)/.exec(text)?.[1]

/** What each mail may hold is what it was sent for: one code, or one link. That is taken out before the others are looked for. */
function mailSources(mails: readonly { readonly text: string }[]): { readonly secrets: Secret[]; readonly sources: Source[] } {
  const own = mails.flatMap(({ text }) => [codeOf(text) ?? [], tokenOf(text) ?? []].flat())
  return {
    secrets: own.map((value) => ({ name: value.length === 6 ? 'a code' : 'a link', value })),
    sources: mails.map(({ text }, index) => ({
      name: `mail ${index}`,
      text: text.replace(codeOf(text) ?? tokenOf(text) ?? '', '').replace(/https?:\S+/g, (url) => url.split('#')[0] ?? ''),
    })),
  }
}

const signOut = (page: Page) => page.evaluate(() => window.host.modal.disconnect())

test('error: @once no seed, key, key share, code, token or ticket is anywhere but where it belongs; the page’s hooks hear none', async ({
  page,
  context,
  server,
  hosts,
  dialog,
}) => {
  test.slow()
  const wire = watchWire(context, server)
  const consoles: string[] = []
  const addresses: string[] = []
  context.on('console', (message) => consoles.push(message.text()))
  context.on('weberror', (error) => consoles.push(String(error.error().stack)))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.addInitScript(hookEverything, 'meadow.localhost')

  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  const email = await loginByEmail(page, server)
  await dialog.closed()
  const [address] = (await request(page, 'eth_accounts')).result as string[]
  const signed = request(page, 'personal_sign', ['0x63616e617279', address])
  await dialog.shows('ApproveTransaction')
  await pressYes(secureOf(page).getByRole('button', { name: 'Sign', exact: true }))
  expect((await signed).result).toMatch(/^0x/)
  await dialog.closed()

  const host = async () => {
    const heard = await page.evaluate(() => window.overheard)
    expect(heard.length).toBeGreaterThan(50)
    return heard.join('\n')
  }
  const overheard = [await host()]
  await signOut(page)
  const long = Boolean(process.env.LATCHKEY_LONG)
  if (long) {
    // The second way in: its ticket passes through the dialog.
    await page.reload()
    void page.evaluate(() => void window.host.modal.open())
    const popup = await openProvider(page, 'Google')
    popup.on('framenavigated', (frame) => addresses.push(frame.url()))
    await answerProvider(popup, newName())
    await dialog.closed()
    overheard.push(await host())
  }

  const mails = mailSources(await mailsTo(server, email))
  const secrets = [...(await wire.secrets()), ...mails.secrets]
  const names = new Set(secrets.map(({ name }) => name))
  const expected = long ? ['ticket'] : []
  for (const name of [...expected, 'accessToken', 'refreshToken', 'share', 'assistShare', 'the words', 'the vault key', 'a code', 'a link'])
    expect([name, names.has(name)]).toEqual([name, true])

  const data = `.data/${new URL(server.app).port}`
  const dialogFrame = page.frames().find((frame) => frame.url().startsWith(server.dialog))
  const look = async (): Promise<Source[]> => [
    ...mails.sources,
    { name: 'the database', text: await readFolder(`${data}/database`) },
    { name: 'the log', text: await readFile(`${data}/services.log`, 'latin1') },
    { name: 'what the page overhears', text: overheard.join('\n') },
    { name: 'what the page keeps', text: await page.evaluate(storedHere) },
    { name: 'what the dialog keeps', text: (await dialogFrame?.evaluate(storedHere)) ?? '' },
    { name: 'the console', text: consoles.join('\n') },
    { name: 'addresses', text: addresses.join('\n') },
    wire.others(),
  ]
  expect(scan(secrets, await look())).toEqual([])

  // The search finds what is there: one secret more, planted in three places and three ways of writing.
  const planted = { name: 'planted', value: crypto.getRandomValues(new Uint8Array(32)) }
  const hex = Buffer.from(planted.value).toString('hex')
  await page.evaluate((text) => console.log(text), hex.toUpperCase())
  await page.evaluate((text) => localStorage.setItem('note', text), Buffer.from(planted.value).toString('base64'))
  await page.evaluate((text) => history.replaceState(null, '', `#${text}`), Buffer.from(planted.value).toString('base64url'))
  expect(scan([...secrets, planted], await look())).toEqual(
    ['what the page keeps', 'the console', 'addresses'].map((place) => `planted in ${place}`),
  )
})
