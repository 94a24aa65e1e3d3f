import type { Page } from '@playwright/test'
import type {} from '../hosts/watch.ts'
import { stateOf } from './test.ts'

export type Family = 'bip122' | 'polkadot' | 'cosmos'

/** A request to the page's provider of a family: its result, or the code and message of what it threw. */
export function ask<Result>(page: Page, family: Family, method: string, params: object = {}) {
  return page.evaluate(
    async ([namespace, name, parameters]) => {
      const provider = window.host.modal.provider(namespace) as { request(args: object): Promise<unknown> }
      try {
        return { result: await provider.request({ method: name, params: parameters }) }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { code, message }
      }
    },
    [family, method, params] as const,
  ) as Promise<{ readonly result: Result; readonly code?: number; readonly message?: string }>
}

/** A call of a feature of the page's Wallet Standard wallet. Bytes cross as lists of numbers. */
export function use<Output>(page: Page, feature: string, ...inputs: readonly object[]) {
  return page.evaluate(
    async ([name, list]) => {
      const wallet = window.host.modal.provider('solana')
      const method = name.split(':')[1] as 'connect'
      const bytes = (input: object) =>
        Object.fromEntries(
          Object.entries(input).map(([key, value]) => [
            key,
            Array.isArray(value)
              ? Uint8Array.from(value)
              : key === 'account'
                ? wallet.accounts.find((each) => each.address === value)
                : value,
          ]),
        )
      const plain = (value: unknown): unknown => {
        if (value instanceof Uint8Array) return [...value]
        if (Array.isArray(value)) return value.map(plain)
        return value && typeof value === 'object'
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
          : value
      }
      try {
        const features = wallet.features as unknown as Record<string, Record<string, (...inputs: object[]) => Promise<unknown>>>
        return { output: plain(await features[name]?.[method]?.(...list.map(bytes))) }
      } catch (error) {
        const { code, message } = error as { code: number; message: string }
        return { code, message }
      }
    },
    [feature, inputs] as const,
  ) as Promise<{ readonly output: Output; readonly code?: number; readonly message?: string }>
}

/** The accounts of a family, as the page's state has them. */
export const familyOf = async (page: Page, family: string) => (await stateOf(page)).accounts[family as Family]
