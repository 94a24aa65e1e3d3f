import type { Frame, FrameLocator, Page } from '@playwright/test'
import type {} from '../hosts/watch.ts'
import type { Hosts } from './hosts.ts'
import { expect } from './problems.ts'

export type Shop = {
  readonly page: Page
  /** The page with the wallet, inside the other site. */
  readonly frame: Frame
  readonly dialog: FrameLocator
  connect(): Promise<void>
}

/** Opens a site that has the shop in a frame. */
export async function openShop(page: Page, hosts: Hosts, options: Readonly<Record<string, unknown>> = {}): Promise<Shop> {
  await page.goto(hosts.url('portal', 'modal', { preload: 'none', ...options }))
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src, id: 'shop', width: 900, height: 700 })),
    hosts.url('meadow', 'script', options),
  )
  const shop = page.frameLocator('#shop')
  const connect = shop.getByRole('button', { name: 'Connect wallet' })
  await expect(connect).toBeVisible()
  const frame = page.frames().find((one) => one.url().startsWith(hosts.origin('meadow')))
  if (!frame) throw new Error('The site has no shop.')
  return { page, frame, dialog: shop.frameLocator('iframe[data-latchkey="dialog"]'), connect: () => connect.click() }
}
