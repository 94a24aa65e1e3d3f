import { namespaceIds } from '@latchkey/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Namespace } from './namespace.js'

const modules = import.meta.glob<Record<string, Namespace>>('./*/index.ts', { eager: true })

test.each(namespaceIds.map((id) => [id]))(
  'behavior: %s: an event with what are no accounts ends no connection; only an empty list does',
  async (id) => {
    const readEvent = modules[`./${id}/index.ts`]?.[id]?.readEvent
    if (!readEvent) throw new Error(`${id} reads no events`)
    const event = { walletId: 'a.wallet', namespace: id, event: 'accountsChanged' } as const
    expect(await readEvent({ ...event, data: [] })).toEqual({ type: 'accounts', accounts: [] })
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (data) => {
        const change = await readEvent({ ...event, data })
        const isEmpty = Array.isArray(data) && data.length === 0
        if (change?.type === 'accounts') expect(change.accounts.length > 0 || isEmpty).toBe(true)
        else expect(change).toBeUndefined()
        const moved = await readEvent({ ...event, event: 'chainChanged', data: { chainId: data } })
        expect(moved).toBeUndefined()
      }),
    )
  },
)
