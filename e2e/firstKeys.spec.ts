import { throttle } from '../scripts/bench/throttle.js'
import { expect, stateOf, test } from './support/test.ts'

/* The first keys after an opening, on a machine four times slower: none is lost between the page, the frame, what is drawn first and the dialog. */

test.use({ trace: 'off' })

for (const preload of ['none', 'idle'] as const)
  test(`behavior: Escape right after an opening closes it, frame ${preload === 'none' ? 'not yet there' : 'there'}`, async ({
    page,
    hosts,
    dialog,
  }) => {
    await throttle(page, 4)
    for (const wait of [0, 10, 20, 30, 60, 120])
      await test.step(`${wait} ms after it`, async () => {
        await page.goto(hosts.url('meadow', 'script', { preload }))
        if (preload === 'idle') await expect.poll(() => stateOf(page).then(({ ready }) => ready)).toBe(true)
        await page.getByRole('button', { name: 'Connect wallet' }).focus()
        // A second opening has no first drawing that could note it.
        for (let openings = 0; openings < 2; openings++) {
          await page.keyboard.press('Enter')
          await page.waitForTimeout(wait)
          await page.keyboard.press('Escape')
          await expect.poll(() => stateOf(page).then(({ open }) => open), `opening ${openings + 1}`).toBe(false)
          await dialog.closed()
          await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
        }
      })
  })
