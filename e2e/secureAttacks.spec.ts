import type { FrameLocator, Locator, Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { addressesOf, openMadDialog, sdkUrl, signIn, signing } from './attacks/madDialog.ts'
import { pressYes } from './support/login.ts'
import { readServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

/*
 * Attacks on the secure frame in a real browser, from the dialog's own origin: what is refused there is refused to everybody. Each test is named
 * after the rule that it defends; secure-frame/SECURITY.md lists them.
 */

const many = process.env.LATCHKEY_LONG ? 60_000 : 10_000
const origin = 'http://meadow.localhost:4000'

const frameOf = (page: Page, name: string): FrameLocator => page.frameLocator(`iframe[name="${name}"]`)
const approveOf = (page: Page, name: string): Locator => frameOf(page, name).getByTestId('approve')
const begin = (page: Page, key: string, frame: string, address: string, text = key) =>
  page.evaluate(([id, name, params]) => window.attack.begin(id, name, 'rpcRequest', params), [key, frame, signing(address, text)] as const)
const settled = (page: Page, key: string) => page.evaluate((id) => window.attack.settled(id), key)
const outcome = (page: Page, key: string) => page.evaluate((id) => window.attack.outcome(id), key)
const add = (page: Page, name: string, url: string, look: Parameters<Window['attack']['add']>[2] = {}) =>
  page.evaluate(([frame, address, style]) => window.attack.add(frame, address, style), [name, url, look] as const)
/** A real press in the middle of a button, wherever that is drawn and whatever lies over it. */
async function press(page: Page, button: Locator, clickCount = 1): Promise<void> {
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is nowhere.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount })
}

test.describe
  .serial('@once', () => {
    let page: Page
    let address: string
    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage({ viewport: { width: 1_500, height: 3_600 } })
      const server = readServer()
      await openMadDialog(page, server)
      expect(await add(page, 'main', sdkUrl(server, origin))).toEqual({ value: undefined })
      address = (await signIn(page, server, 'main')).eip155 ?? ''
    })
    test.afterAll(() => page.close())

    test('error: 10,000 malformed, oversized, deep, polluting and repeated messages are all refused, and change nothing', async ({
      server,
    }) => {
      const before = await addressesOf(page, 'main')
      await page.evaluate(([count]) => window.attack.fuzzWindow('main', 1, count), [many / 5] as const)
      const { unanswered, accepted } = await page.evaluate((count) => window.attack.fuzzPort(2, count), (many * 4) / 5)
      expect(unanswered).toEqual([])
      // What these take is meant to be taken, from anybody who may speak at all; none of them decides anything.
      const harmless =
        /^(isConnected|getChainId|getSmartAccountEnabledNetworks|getUser|getSecurity|rpcAbort|abort|placeApproval|syncDappData|rpcRequest) /
      expect(accepted.filter((method) => !harmless.test(method))).toEqual([])
      expect(await page.evaluate(() => window.attack.approvals('main'))).toBe(0)
      const polluted = () => [Reflect.get({}, 'polluted'), Object.keys(Object.prototype), Reflect.get({}, 'x')]
      const secure = page.frames().find((frame) => frame.url().startsWith(server.secure))
      const [worker] = page.workers()
      expect([await secure?.evaluate(polluted), await worker?.evaluate(polluted)]).toEqual(Array(2).fill([undefined, [], undefined]))
      expect(await addressesOf(page, 'main')).toEqual(before)
      await begin(page, 'after', 'main', address, 'still works')
      await expect(approveOf(page, 'main')).toHaveAttribute('aria-disabled', 'false')
      await pressYes(approveOf(page, 'main'))
      const signed = await outcome(page, 'after')
      const signature = signed && 'value' in signed ? String(signed.value) : ''
      expect(
        await verifyMessage({ address: address as `0x${string}`, message: 'still works', signature: signature as `0x${string}` }),
      ).toBe(true)
    })

    test('error: a request that was answered is never done again, whoever repeats it', async () => {
      const params = signing(address, 'once')
      const ask = (key: string) =>
        page.evaluate(([id, given]) => window.attack.begin(id, 'main', 'rpcRequest', given), [key, params] as const)
      await ask('first')
      await expect(approveOf(page, 'main')).toHaveAttribute('aria-disabled', 'false')
      await ask('while it runs')
      expect(await outcome(page, 'while it runs')).toMatchObject({ error: { code: -32600 } })
      await pressYes(approveOf(page, 'main'))
      expect(await outcome(page, 'first')).toHaveProperty('value')
      await ask('again')
      expect(await outcome(page, 'again')).toMatchObject({ error: { code: -32600 } })
    })

    test('error: only a real press counts, 800 ms after what is shown: no script, no Enter, no haste, no double click', async () => {
      await begin(page, 'press', 'main', address)
      await begin(page, 'behind', 'main', address)
      const approve = approveOf(page, 'main')
      const unsigned = async (after: string) => expect([after, await settled(page, 'press')]).toEqual([after, null])
      await approve.waitFor()
      await press(page, approve)
      await unsigned('haste')
      await expect(approve).toHaveAttribute('aria-disabled', 'false')
      await approve.evaluate((button: HTMLElement) => {
        button.click()
        for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])
          button.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1, clientX: 9, clientY: 9 }))
        button.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
        button.dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true }))
      })
      await unsigned('a script')
      await approve.press('Enter')
      await unsigned('Enter')
      // Focus that was taken away and given back begins the time again.
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
      await press(page, approve)
      await unsigned('stolen focus')
      await expect(approve).toHaveAttribute('aria-disabled', 'false')
      await press(page, approve, 2)
      expect(await outcome(page, 'press')).toHaveProperty('value')
      await expect(frameOf(page, 'main').getByText('behind')).toBeVisible()
      expect(await settled(page, 'behind')).toBeNull()
      await frameOf(page, 'main').getByRole('button', { name: 'Reject' }).click()
      expect(await outcome(page, 'behind')).toMatchObject({ error: { code: 4001 } })
    })

    test('error: a login belongs to one origin, also where browsers give two origins one storage', async ({ server }) => {
      await add(page, 'other', sdkUrl(server, 'http://evil.localhost:4000'))
      expect(await page.evaluate(() => window.attack.call('other', 'isConnected', {}))).toEqual({ value: { isConnected: false } })
      const asked = await page.evaluate((given) => window.attack.call('other', 'rpcRequest', given), signing(address, 'x'))
      expect(asked).toMatchObject({ error: { code: 4100 } })
    })

    test('error: a channel ends with its document: what is said on it later is heard by nobody', async ({ server }) => {
      await add(page, 'reloaded', sdkUrl(server, origin))
      const before = await page.evaluate(() => window.attack.ports())
      await page.evaluate(() => window.attack.reload('reloaded'))
      await expect.poll(() => page.evaluate(() => window.attack.ports())).toBeGreaterThan(before)
      const message = {
        namespace: 'penpal',
        type: 'CALL',
        id: 'late',
        methodPath: ['dispatch'],
        args: ['rpcRequest', signing(address, 'late')],
      }
      await page.evaluate((late) => window.attack.speakOnPort(-2, late), message)
      expect(await page.evaluate(() => window.attack.call('reloaded', 'isConnected', {}))).toEqual({ value: { isConnected: true } })
      expect(await page.evaluate(() => [window.attack.approvals('reloaded'), window.attack.approvals('main')])).toEqual([0, 0])
    })

    test('error: nothing can be approved that cannot be seen whole', async ({ server }) => {
      const some = {
        'nearly opaque': { box: 'opacity:.99' },
        'a strip over the amount': { over: 'left:0;right:0;top:120px;height:6px' },
        smaller: { box: 'transform:scale(.5)' },
        clipped: { box: 'clip-path:inset(60% 0 0 0)' },
      }
      const others = {
        transparent: { box: 'opacity:.02' },
        'a transparent page around it': { around: 'opacity:.5' },
        covered: { over: 'inset:0' },
        'a dot over it': { over: 'left:100px;top:200px;width:6px;height:6px' },
        turned: { box: 'transform:rotate(1deg)' },
        blended: { box: 'mix-blend-mode:difference' },
        'cut off by its box': { around: 'overflow:hidden;height:300px' },
        narrow: { box: 'width:200px' },
        small: { box: 'height:300px' },
        blurred: { box: 'filter:blur(3px)' },
      }
      const tricks: Readonly<Record<string, Parameters<Window['attack']['add']>[2]>> = process.env.LATCHKEY_LONG
        ? { ...some, ...others }
        : some
      const url = sdkUrl(server, origin)
      const names = Object.keys(tricks)
      await Promise.all(names.map((name) => add(page, name, url, tricks[name])))
      for (const name of names) await begin(page, name, name, address)
      for (const name of names) {
        await expect(frameOf(page, name).getByTestId('open-window'), name).toBeAttached({ timeout: 15_000 })
        await expect(approveOf(page, name), name).toHaveAttribute('aria-disabled', 'true')
        await approveOf(page, name).evaluate((button: HTMLElement) => button.click())
        await press(page, approveOf(page, name))
      }
      // The limit that the README names: no browser tells a document that it is masked. That is why only pages that the operator vouches for have it.
      await add(page, 'masked', url, { box: 'mask-image:linear-gradient(#000 40%,transparent)' })
      await begin(page, 'masked', 'masked', address)
      await expect(approveOf(page, 'masked')).toHaveAttribute('aria-disabled', 'false', { timeout: 15_000 })
      // By now a press that counted would have had its effect.
      for (const name of names) expect([name, await settled(page, name)]).toEqual([name, null])
    })
  })
