import { readEmail } from '@latchkey/protocol'
import fc from 'fast-check'
import { dialogOf } from './support/dialog.ts'
import { confirmDevice } from './support/login.ts'
import { mailed } from './support/mail.ts'
import { connected, expect, test } from './support/test.ts'

/* One rule for e-mail addresses: the browser's own. */

const part = fc
  .array(fc.constantFrom(...'abZ09.-+#$&=\'/_`{}~!?"(),:;<>[]\\ @xn'), { minLength: 1, maxLength: 12 })
  .map((all) => all.join(''))
const label = fc.oneof(
  fc.constantFrom(
    'meadow',
    'xn--p1ai',
    'example',
    '1',
    '0x7f',
    'рф',
    'пример',
    'münchen',
    'straße',
    'ｅｘ',
    '例え',
    'مثال',
    'उदाहरण',
    'a-',
    '-a',
    'a_b',
    '',
  ),
  part,
)
/** Of labels and names that are right in most cases: such as differ in one sign are where two rules would part. */
const plain = fc.array(fc.constantFrom(...'abZ09-+#$&='), { minLength: 1, maxLength: 8 }).map((all) => all.join(''))
const plainLabel = fc.array(fc.constantFrom(...'abZ09-'), { minLength: 1, maxLength: 4 }).map((all) => all.join(''))
const address = fc.oneof(
  fc.tuple(plain, fc.array(plainLabel, { minLength: 1, maxLength: 3 })).map(([name, labels]) => `${name}@${labels.join('.')}`),
  fc.tuple(part, fc.array(label, { minLength: 1, maxLength: 3 })).map(([name, labels]) => `${name}@${labels.join('.')}`),
  fc
    .tuple(fc.constantFrom('mira', 'r&d', 'a..b'), label, fc.constantFrom('.', '。'), label)
    .map(([name, one, dot, two]) => `${name}@${one}${dot}${two}`),
)

test('behavior: the browser’s own field takes the same addresses, and sends the same', async ({ page, server }) => {
  await page.goto(`${server.app}/`)
  // Domains of other alphabets are translated where a user types them, and not where a script sets them.
  const typed = fc.sample(address, 3_000).filter((text) => text.trim().length <= 254 && /^[\x20-\x7e]*$/.test(text))
  const browser = await page.evaluate((list) => {
    const field = document.body.appendChild(document.createElement('input'))
    field.type = 'email'
    return list.map((text) => {
      field.value = text
      return field.value !== '' && field.validity.valid ? field.value : undefined
    })
  }, typed)
  const ours = typed.map((text) => readEmail(text))
  const differing = typed.flatMap((text, index) => (ours[index] === browser[index] ? [] : [[text, ours[index], browser[index]]]))
  expect(differing).toEqual([])
  // Both of them are compared: what is taken, and what is refused.
  const taken = ours.filter(Boolean).length
  expect(taken).toBeGreaterThan(200)
  expect(ours.length - taken).toBeGreaterThan(200)
})

test('behavior: an address of signs and of another alphabet signs in; another one is told of a wait, and of no code', async ({
  page,
  server,
  hosts,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  await page.evaluate(() => void window.host.modal.open())
  const dialog = dialogOf(page)
  const field = dialog.frame.getByRole('textbox', { name: 'Email' })
  const send = async (email: string) => {
    await field.fill(email)
    await field.press('Enter')
  }
  const unique = crypto.randomUUID().slice(0, 8)
  const typed = `r&d=#/x-${unique}@пример.рф`
  await dialog.shows('Connect')
  await send(typed)
  await dialog.shows('EmailVerifyDevice')
  const number = (await dialog.main.locator('.pick b').textContent())?.trim() ?? ''

  await dialog.button('Use another email').click()
  await dialog.shows('EmailLogin')
  await send(`noor-${unique}@studio.example`)
  await expect(dialog.text(/Please try again after \d+ seconds/)).toBeVisible()
  await expect(dialog.text('Too soon for another email')).toBeVisible()
  await expect(dialog.text('Code already sent')).toBeHidden()
  await expect(dialog.button('Enter the code I have')).toBeHidden()
  await field.fill(typed)
  await expect(dialog.text('Code already sent')).toBeVisible()
  await dialog.button('Enter the code I have').click()
  await dialog.shows('EmailVerifyOtp')

  const mailbox = readEmail(typed) ?? ''
  expect(mailbox).toMatch(/@xn--e1afmkfd\.xn--p1ai$/)
  await confirmDevice(page, server, mailbox, number)
  await dialog.frame.getByLabel('Six-digit code').fill(await mailed(server, mailbox, /\b(\d{6})\b/))
  await dialog.closed()
  await connected(page)
})
