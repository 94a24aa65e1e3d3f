import type { Page } from '@playwright/test'
import { calls, connect, expect, frame, iframe, request, test } from './host-sdk/lab.ts'

test.describe('host pages', () => {
  test('behavior: works under a strict CSP with Trusted Types', async ({ page, host }) => {
    await host.goto({ label: 'strict' })
    expect(await connect(page, host)).toMatchObject({ networkId: 'eip155:31337' })
    await page.evaluate(() => document.body.append(document.createElement('latchkey-button')))
    await expect(page.getByRole('button', { name: '0x0000…00Aa, wallet account' })).toBeVisible()
    expect(host.errors).toEqual([])
  })

  test('behavior: parts of the script that are lost once are fetched again', async ({ page, host, expectProblems }) => {
    expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
    const lost = new Set<string>()
    await page.route(/\/chunks\/(runtime|mountButton)-[^/]+\.js$/, (route) => {
      const url = route.request().url()
      if (lost.has(url)) return route.continue()
      lost.add(url)
      return route.abort('connectionreset')
    })
    await host.goto()
    await connect(page, host)
    await page.evaluate(() => document.body.append(document.createElement('latchkey-button')))
    await expect(page.getByRole('button', { name: '0x0000…00Aa, wallet account' })).toBeVisible()
    expect(lost.size).toBe(2)
  })

  test('error: a part of the script that does not come is asked for twice each time', async ({ page, host, expectProblems, lines }) => {
    expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
    let asked = 0
    await page.route(/\/chunks\/runtime-[^/]+\.js$/, (route) => {
      asked += 1
      return route.abort('connectionreset')
    })
    await host.goto()
    const open = () => page.evaluate(() => window.Modal.open().catch((error: Error) => error.message))
    // The first time the page itself may have asked before.
    expect(await open()).toBe('iframe_load_failed')
    asked = 0
    expect(await open()).toBe('iframe_load_failed')
    expect(asked).toBe(2)
    await expect.poll(() => lines).toContainEqual(expect.stringContaining('did not answer'))
  })

  test('behavior: two projects on one page share nothing', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    const second = await page.evaluate(() => {
      const modal = window.Modal.createModal({ projectId: 'other', preload: 'intent' })
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
    const icon = announced.find(({ name }) => name === 'Latchkey')?.icon ?? ''
    expect(icon).not.toMatch(/["'<>]/)
    // RFC 2397: no character that a URI may not have.
    expect(icon).toMatch(/^data:image\/svg\+xml;base64,[\w+/]+=*$/)
    expect(await page.evaluate(() => window.Modal.provider('solana').icon)).toBe(icon)
    const drawn = (source: string) => Object.assign(new Image(), { src: source }).decode()
    await page.evaluate(drawn, icon)
    await host.open()
    await expect(frame(page).getByRole('button')).toHaveText(['Close', 'Test wallet'])
    expect(await page.evaluate(() => Object.keys(window).filter((name) => /latchkey|^__(?!playwright)/i.test(name)))).toEqual(['Latchkey'])
  })
})

test.describe('what happens while hello is being answered', () => {
  /** Runs in the very moment: the answer reads the page's title, and what follows comes too late for it. */
  const behindHello = (page: Page, act: () => void) =>
    page.evaluate((source) => {
      let done = false
      Object.defineProperty(document, 'title', {
        get() {
          if (!done) queueMicrotask(new Function(`(${source})()`) as () => void)
          done = true
          return 'Host'
        },
      })
    }, String(act))

  test('behavior: a wallet that announces itself reaches the dialog', async ({ page, host }) => {
    await host.goto()
    await behindHello(page, () => {
      const info = { uuid: crypto.randomUUID(), name: 'Late wallet', rdns: 'late.wallet', icon: 'data:image/svg+xml,%3Csvg/%3E' }
      const provider = { request: async () => null, on() {}, removeListener() {} }
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    })
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    const told = { name: 'Late wallet' }
    await expect.poll(() => calls(page)).toContainEqual(['walletsChanged', expect.arrayContaining([expect.objectContaining(told)])])
  })

  test('behavior: so does what a wallet does, and what changes around the page', async ({ page, host }) => {
    await host.goto()
    await connect(page, host)
    await host.goto({ script: 'data-preload="none" data-enable-reconnect="false"' })
    await page.evaluate(() => void window.Modal.provider('eip155'))
    await behindHello(page, () => {
      window.wallet.emit('chainChanged', '0x7a6a')
      document.documentElement.lang = 'ar'
    })
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    await expect.poll(() => calls(page)).toContainEqual(['walletEvent', expect.objectContaining({ data: '0x7a6a' })])
    await expect.poll(() => calls(page)).toContainEqual(['setEnvironment', expect.objectContaining({ lang: 'ar' })])
  })
})

test.describe('provider', () => {
  test('behavior: disconnected, it answers what it can and asks nobody', async ({ page, host }) => {
    await host.goto({ script: 'data-default-network="eip155:10" data-name="Acme"' })
    expect(await request(page, 'eth_accounts')).toEqual([])
    expect(await request(page, 'eth_chainId')).toBe('0xa')
    expect(await request(page, 'personal_sign', ['0x', '0x'])).toMatchObject({ code: 4100 })
    await expect(iframe(page)).toHaveCount(0)
    expect(await request(page, 'eth_blockNumber')).toBe('eth_blockNumber')
    await expect(iframe(page)).toBeHidden()
    await expect(iframe(page)).toHaveAttribute('title', 'Connect to Acme')
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
        if (window.top !== window) return
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

  test('behavior: without a dialog, the page follows its wallet and tells the next dialog', async ({
    page,
    host,
    lab,
    lines,
    expectProblems,
  }) => {
    expectProblems('error: Failed to load resource: net::ERR_EMPTY_RESPONSE')
    await host.goto()
    await connect(page, host)
    lab.dialog = 'cuts'
    await page.evaluate(() => {
      document.querySelector('dialog')?.remove()
      window.wallet.emit('chainChanged', '0x7a6a')
    })
    await expect.poll(() => request(page, 'eth_chainId')).toBe('0x7a6a')
    await expect.poll(() => lines).toEqual([expect.stringContaining("Does the dialog's server run?")])
    lab.dialog = 'answers'
    await host.open()
    await expect(frame(page).locator('main')).toBeVisible()
    expect(await calls(page)).toContainEqual([
      'hello',
      expect.objectContaining({ events: [expect.objectContaining({ event: 'chainChanged', data: '0x7a6a' })] }),
    ])
  })
})
