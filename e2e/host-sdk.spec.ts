import { test as base, expect, type Page } from '@playwright/test'
import type { Modal, ModalEvents } from '../host-sdk/src/types.ts'
import { type Lab, serveLab } from './host-sdk/server.ts'
import type { TestWallet } from './host-sdk/wallet.ts'

/* The built script on real pages, against a dialog small enough to misbehave on purpose. */

type Host = {
  readonly errors: string[]
  goto(options?: { label?: string; project?: string; script?: string; head?: string }): Promise<void>
  /** Starts `Modal.open()`; its outcome is read by {@link outcome}. */
  open(options?: { view?: 'Networks' }): Promise<void>
  outcome(): Promise<unknown>
}

declare global {
  interface Window {
    Modal: Modal & { createModal(options: object): Modal }
    wallet: TestWallet
    opening: Promise<unknown>
    notes: unknown[]
  }
}

const test = base.extend<{ host: Host }, { lab: Lab }>({
  lab: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names off this pattern.
    async ({}, use, { workerIndex, project }) => {
      const lab = await serveLab(`${project.outputDir}/host-sdk-${workerIndex}`)
      await use(lab)
      await lab.close()
    },
    { scope: 'worker' },
  ],
  host: async ({ page, lab }, use) => {
    const errors: string[] = []
    lab.reachable = true
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && lab.reachable && errors.push(message.text()))
    await use({
      errors,
      async goto({ label = 'app', ...query } = {}) {
        await page.goto(`${lab.origin(label)}/?${new URLSearchParams(query)}`)
        await page.waitForFunction(() => 'wallet' in window && 'Modal' in window)
      },
      open: (options) =>
        page.evaluate((value) => {
          const settle = ({ code, message, data, name }: ModalEvents['error']) => ({ name, code, message, data })
          window.opening = window.Modal.open(value).then((session) => session, settle)
        }, options),
      outcome: () => page.evaluate(() => window.opening),
    })
  },
})

const frame = (page: Page) => page.frameLocator('iframe[data-latchkey="dialog"]')
const iframe = (page: Page) => page.locator('iframe[data-latchkey="dialog"]')
const calls = (page: Page) =>
  frame(page)
    .locator('main')
    .evaluate(() => (window as unknown as { calls: [string, unknown][] }).calls)

/** Connects the test wallet through the dialog. */
async function connect(page: Page, host: Host) {
  await host.open()
  await frame(page).getByRole('button', { name: 'Test wallet' }).click()
  return host.outcome()
}
/** Asks the provider; an error comes back as its parts. */
const request = (page: Page, method: string, params?: unknown) =>
  page.evaluate(
    (args) =>
      window.Modal.provider('eip155')
        .request(args)
        .catch(({ code, message, data }) => ({ code, message, data })),
    params === undefined ? { method } : { method, params },
  )

test.describe('open', () => {
  test('behavior: an opener opens on a click, the focus goes in and comes back', async ({ page, host }) => {
    await host.goto()
    await page.locator('#open').focus()
    await page.keyboard.press('Enter')
    await expect(frame(page).getByRole('button', { name: 'Close' })).toBeFocused()
    expect(await calls(page)).toContainEqual(['open', expect.objectContaining({ keyboard: true })])
    expect(await page.evaluate(() => window.Modal.getState().open)).toBe(true)
    await frame(page).getByRole('button', { name: 'Close' }).click()
    await expect(iframe(page)).toBeHidden()
    await expect(page.locator('#open')).toBeFocused()
    expect(await page.evaluate(() => document.body.getAttribute('style'))).toBeNull()
    expect(await page.locator('style').count()).toBe(0)
    expect(host.errors).toEqual([])
  })

  test('behavior: the session is what it resolves with, and null when the person closes', async ({ page, host }) => {
    await host.goto()
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    expect(await connect(page, host)).toMatchObject({ namespace: 'eip155', networkId: 'eip155:31337', wallet: { id: 'test.wallet' } })
  })

  test('behavior: calls of the inline stub and of the script itself wait for the frame', async ({ page, host }) => {
    const stub = `<script>window.Modal=window.Modal||new Proxy({q:[]},{get:(t,k)=>t[k]||((...a)=>new Promise((y,n)=>t.q.push([k,a,y,n])))})
opening=Modal.open({ view: 'Networks' })</script>`
    await host.goto({ head: stub })
    await expect(frame(page).locator('main')).toBeVisible()
    expect(await calls(page)).toContainEqual(['open', expect.objectContaining({ view: 'Networks' })])
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    expect(Object.keys(await page.evaluate(() => ({ ...window.Modal })))).toContain('createModal')
  })

  test('behavior: a signal closes it', async ({ page, host }) => {
    await host.goto()
    await page.evaluate(() => {
      const abort = new AbortController()
      Object.assign(window, { abort })
      window.opening = window.Modal.open({ signal: abort.signal })
    })
    await expect(frame(page).locator('main')).toBeVisible()
    await page.evaluate(() => (window as unknown as { abort: AbortController }).abort.abort())
    expect(await host.outcome()).toBeNull()
    await expect(iframe(page)).toBeHidden()
  })

  test('behavior: inline, it lives in the container; another container rebuilds it', async ({ page, host }) => {
    await host.goto()
    await page.evaluate(() => {
      const container = document.createElement('section')
      document.body.append(container)
      window.opening = window.Modal.open({ container })
    })
    await expect(page.locator('section > iframe')).toBeVisible()
    await expect(page.locator('dialog')).toHaveCount(0)
    expect(await calls(page)).toContainEqual(['hello', expect.objectContaining({ options: expect.objectContaining({ inline: true }) })])
    const refused = await page.evaluate(() => window.Modal.open({ container: null }).catch(({ code }) => code))
    expect(refused).toBe(-32002)
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
    await page.evaluate(() => {
      window.opening = window.Modal.open({ container: null })
    })
    await expect(page.locator('dialog > iframe')).toBeVisible()
    await expect(page.locator('section > iframe')).toHaveCount(0)
  })
})

test.describe('staying open', () => {
  test("behavior: Escape is the dialog's to answer, a second one does not close it", async ({ page, host }) => {
    await host.goto({ project: 'required' })
    await host.open()
    await expect(frame(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => {
      dialog.tabIndex = -1
      dialog.focus()
    })
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
    await expect.poll(() => calls(page)).toContainEqual(['back'])
    await page.evaluate(() => document.querySelector('dialog')?.close())
    await expect(iframe(page)).toBeVisible()
    expect(await page.evaluate(() => window.Modal.close())).toBe(false)
    expect(await page.evaluate(() => document.querySelector('dialog')?.matches(':modal'))).toBe(true)
  })

  test('behavior: inert and hidden are taken off again', async ({ page, host }) => {
    await host.goto()
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('dialog, dialog iframe'))
        for (const name of ['inert', 'aria-hidden', 'hidden']) element.setAttribute(name, '')
    })
    await expect(page.locator('dialog[inert], iframe[inert], dialog[hidden]')).toHaveCount(0)
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('behavior: a dialog that does not answer a close is closed anyway', async ({ page, host }) => {
    await host.goto({ project: 'deaf' })
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    expect(await page.evaluate(() => window.Modal.close())).toBe(true)
    await expect(iframe(page)).toBeHidden()
    expect(await host.outcome()).toBeNull()
  })

  for (const [shown, show] of [
    ['a dialog', () => document.body.appendChild(document.createElement('dialog')).showModal()],
    [
      'a panel that is filled later',
      () => {
        const panel = document.body.appendChild(document.createElement('div'))
        setTimeout(() => Object.assign(panel.style, { position: 'fixed', inset: '20%' }), 300)
      },
    ],
    [
      'a popover',
      () => {
        const popover = document.querySelector('main')?.appendChild(document.createElement('div'))
        popover?.setAttribute('popover', '')
        popover?.showPopover()
      },
    ],
  ] as const)
    test(`behavior: it steps aside for ${shown} of the page and comes back`, async ({ page, host }) => {
      await host.goto()
      await page.evaluate((source) => {
        document.body.append(document.createElement('main'))
        window.wallet.show = () => {
          new Function(`(${source})()`)()
          return new Promise<void>((resolve) => Object.assign(window, { answer: resolve }))
        }
      }, String(show))
      await host.open()
      await frame(page).getByRole('button', { name: 'Test wallet' }).click()
      await expect(iframe(page)).toBeHidden()
      await page.evaluate(() => (window as unknown as { answer: () => void }).answer())
      expect(await host.outcome()).toMatchObject({ address: '0x00000000000000000000000000000000000000Aa' })
    })
})

test.describe('a frame that is lost', () => {
  test('behavior: removed while open, it is rebuilt and the same opening goes on', async ({ page, host }) => {
    await host.goto()
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    await page.evaluate(() => document.querySelector('iframe')?.remove())
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('behavior: removed while closed, the next call builds another', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    await page.evaluate(() => document.body.replaceChildren())
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toMatchObject({ networkId: 'eip155:31337' })
  })

  test('error: reloaded while open, the opening rejects with 4900 and the next one works', async ({ page, host }) => {
    await host.goto()
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    await page.evaluate(() => {
      const element = document.querySelector('iframe')
      if (element) element.src += '&again'
    })
    expect(await host.outcome()).toMatchObject({ name: 'ModalError', code: 4900 })
    await expect(iframe(page)).toBeHidden()
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('error: a dialog that is not there is iframe_load_failed, and a retry works', async ({ page, host, lab }) => {
    await host.goto()
    lab.reachable = false
    await host.open()
    expect(await host.outcome()).toMatchObject({ code: 4900, message: 'iframe_load_failed', data: { reason: 'iframe_load_failed' } })
    await expect(iframe(page)).toHaveCount(0)
    lab.reachable = true
    await host.open()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toBeNull()
  })

  test('error: a document that says nothing fails soon after its load', async ({ page, host }) => {
    await host.goto({ project: 'silent' })
    await host.open()
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    expect(await host.outcome()).toMatchObject({ code: 4900, data: { reason: 'iframe_load_failed' } })
  })

  test("behavior: nobody has to wait for it: Escape and the page's own button close", async ({ page, host }) => {
    await host.goto({ project: 'silent' })
    await host.open()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    expect(await host.outcome()).toBeNull()
    await host.open()
    await page.locator('dialog').evaluate((dialog: HTMLDialogElement) => dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
    expect(await host.outcome()).toBeNull()
    await expect(iframe(page)).toBeHidden()
  })

  test("error: a refused page gets the dialog's own words", async ({ page, host }) => {
    await host.goto({ project: 'refused' })
    await page.evaluate(() => {
      window.notes = []
      window.Modal.on('error', ({ message }) => window.notes.push(message))
    })
    await host.open()
    expect(await host.outcome()).toMatchObject({ name: 'ModalError', code: 4100, message: 'Origin Not Allowed' })
    expect(await page.evaluate(() => window.notes)).toEqual(['Origin Not Allowed'])
  })
})

test.describe('host pages', () => {
  test('behavior: works under a strict CSP with Trusted Types', async ({ page, host }) => {
    await host.goto({ label: 'strict' })
    expect(await connect(page, host)).toMatchObject({ networkId: 'eip155:31337' })
    await page.evaluate(() => document.body.append(document.createElement('latchkey-button')))
    await expect(page.getByRole('button', { name: '0x0000…00Aa, wallet account' })).toBeVisible()
    expect(host.errors).toEqual([])
  })

  test('behavior: two projects on one page share nothing', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    const second = await page.evaluate(() => {
      const modal = window.Modal.createModal({ projectId: 'other' })
      return { state: modal.getState(), same: modal === window.Modal, again: modal === window.Modal.createModal({ projectId: 'other' }) }
    })
    expect(second).toMatchObject({ same: false, again: true, state: { status: 'disconnected', accounts: {} } })
    await expect(iframe(page)).toHaveCount(1)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([
      expect.stringContaining('latchkey:plain:http://dialog.localhost:'),
    ])
  })

  test('behavior: openers and buttons work inside a shadow tree', async ({ page, host }) => {
    await host.goto()
    await page.evaluate(() => {
      const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
      const opener = root.appendChild(document.createElement('button'))
      opener.textContent = 'Shadow opener'
      opener.dataset.latchkeyOpen = ''
      root.append(document.createElement('latchkey-button'))
    })
    await page.getByRole('button', { name: 'Shadow opener' }).click()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Shadow opener' })).toBeFocused()
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await frame(page).getByRole('button', { name: 'Test wallet' }).click()
    await expect(page.getByRole('button', { name: '0x0000…00Aa, wallet account' })).toBeVisible()
  })

  test('behavior: announces itself once, with an icon for any attribute, and never lists itself', async ({ page, host }) => {
    await host.goto()
    const announced = await page.evaluate(() => {
      const found: { name: string; icon: string }[] = []
      addEventListener('eip6963:announceProvider', (event) => found.push((event as CustomEvent).detail.info))
      dispatchEvent(new Event('eip6963:requestProvider'))
      return found
    })
    expect(announced.map(({ name }) => name).sort()).toEqual(['Latchkey', 'Test wallet'])
    expect(announced.find(({ name }) => name === 'Latchkey')?.icon).not.toMatch(/["'<>]/)
    await host.open()
    await expect(frame(page).getByRole('button')).toHaveText(['Close', 'Test wallet'])
    expect(await page.evaluate(() => Object.keys(window).filter((name) => /latchkey|^__(?!playwright)/i.test(name)))).toEqual([])
  })
})

test.describe('provider', () => {
  test('behavior: disconnected, it answers what it can and asks nobody', async ({ page, host }) => {
    await host.goto({ script: 'data-default-network="eip155:10"' })
    expect(await request(page, 'eth_accounts')).toEqual([])
    expect(await request(page, 'eth_chainId')).toBe('0xa')
    expect(await request(page, 'personal_sign', ['0x', '0x'])).toMatchObject({ code: 4100 })
    await expect(iframe(page)).toHaveCount(0)
    expect(await request(page, 'eth_blockNumber')).toBe('eth_blockNumber')
    await expect(iframe(page)).toBeHidden()
  })

  test('behavior: asks for accounts in the dialog, once for all who ask; a close is 4001', async ({ page, host }) => {
    await host.goto()
    const ask = () =>
      page.evaluate(() => {
        const provider = window.Modal.provider('eip155')
        window.opening = Promise.all(
          ['eth_requestAccounts', 'wallet_requestPermissions'].map((method) => provider.request({ method }).catch(({ code }) => code)),
        )
      })
    await ask()
    await frame(page).getByRole('button', { name: 'Close' }).click()
    expect(await host.outcome()).toEqual([4001, 4001])
    await ask()
    await frame(page).getByRole('button', { name: 'Test wallet' }).click()
    const address = '0x00000000000000000000000000000000000000Aa'
    expect(await host.outcome()).toEqual([[address], [expect.objectContaining({ parentCapability: 'eth_accounts' })]])
    expect((await calls(page)).filter(([name]) => name === 'open')).toHaveLength(2)
  })

  test('behavior: a switch resolves once the page sees it, whether or not the wallet says so', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    for (const [chainId, emits] of [
      ['0x7a6a', true],
      ['0x1', false],
    ] as const) {
      await page.evaluate((value) => {
        window.wallet.emits = value
        window.notes = []
        window.Modal.provider('eip155').on('chainChanged', (chain) => window.notes.push(chain))
      }, emits)
      expect(await request(page, 'wallet_switchEthereumChain', [{ chainId }])).toBeNull()
      expect(await request(page, 'eth_chainId')).toBe(chainId)
      expect(await page.evaluate(() => [...new Set(window.notes)])).toEqual([chainId])
    }
  })

  test('behavior: brings the wallet to the chain the page believes in before a transaction, else 4901', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    await page.evaluate(() => {
      Object.assign(window.wallet, { chainId: '0x1', asked: [] })
    })
    expect(await request(page, 'eth_sendTransaction', [{}])).toBe('eth_sendTransaction')
    expect(await page.evaluate(() => window.wallet.asked.map(({ method }) => method))).toContain('wallet_switchEthereumChain')
    await page.evaluate(() => Object.assign(window.wallet, { chainId: '0x1', fail: { code: 4001 } }))
    expect(await request(page, 'eth_sendTransaction', [{}])).toMatchObject({ code: 4901 })
  })

  test("error: the wallet's own errors arrive untouched", async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    const fail = { code: 4902, message: 'Unrecognized chain', data: { originalError: { code: 4902 } } }
    await page.evaluate((value) => Object.assign(window.wallet, { fail: Object.freeze(value) }), fail)
    expect(await request(page, 'personal_sign', ['0x', '0x'])).toEqual(fail)
    expect(await request(page, '')).toMatchObject({ code: -32600 })
  })

  test('behavior: a reload resumes without flashing "disconnected", and a disconnect is remembered', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        window.notes = [window.Modal.getState().status]
        window.Modal.subscribe(({ status }) => window.notes.at(-1) !== status && window.notes.push(status))
      })
    })
    await host.goto()
    expect(await request(page, 'eth_accounts')).toEqual(['0x00000000000000000000000000000000000000Aa'])
    expect(await page.evaluate(() => window.notes)).toEqual(['reconnecting', 'connected'])
    expect(await request(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(await request(page, 'eth_accounts')).toEqual([])
  })

  test('behavior: without a dialog, the page follows its wallet and tells the next dialog', async ({ page, host, lab }) => {
    await host.goto()
    await connect(page, host)
    lab.reachable = false
    await page.evaluate(() => {
      document.querySelector('dialog')?.remove()
      window.wallet.emit('chainChanged', '0x7a6a')
    })
    await expect.poll(() => request(page, 'eth_chainId')).toBe('0x7a6a')
    lab.reachable = true
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    expect(await calls(page)).toContainEqual([
      'hello',
      expect.objectContaining({ events: [expect.objectContaining({ event: 'chainChanged', data: '0x7a6a' })] }),
    ])
  })
})
