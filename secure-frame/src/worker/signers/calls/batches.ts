import { codes, errors, RpcError } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import type { KeyValue } from '../../storage/keyValue.js'

const hash = z.templateLiteral(['0x', z.string()])
const record = z.object({
  id: z.string(),
  account: z.string(),
  /** CAIP-2 id. */
  network: z.string(),
  /** Of EIP-5792, as the page asked: the answers differ. */
  version: z.string(),
  sent: z.discriminatedUnion('kind', [
    /** One user operation; `validUntil` in seconds since 1970. */
    z.object({ kind: z.literal('operation'), hash, validUntil: z.number() }),
    /** One transaction after the other; `total` were approved. */
    z.object({ kind: z.literal('transactions'), hashes: z.array(hash), total: z.number() }),
  ]),
})
const records = z.array(record)

/** A batch that was sent (EIP-5792). */
export type Batch = z.infer<typeof record>

/** Batches that this page sent from this device, newest first. A page asks for those of its own origin only. */
export type Batches = {
  add(batch: Batch): Promise<void>
  /** @throws RpcError 5730 for an id that this page never got */
  find(id: string): Promise<Batch>
  /** @throws RpcError 5720 for an id that was used before */
  requireNew(id: string): Promise<void>
  forget(): Promise<void>
}

const storageKey = 'batches'
const most = 100

/** @param storage of this page's origin and project */
export function createBatches(storage: KeyValue): Batches {
  const all = async () => {
    const parsed = records.safeParse(await storage.get(storageKey))
    return parsed.success ? parsed.data : []
  }
  return {
    async add(batch) {
      const others = (await all()).filter(({ id }) => id !== batch.id)
      await storage.set(storageKey, [batch, ...others].slice(0, most))
    },
    async find(id) {
      const found = (await all()).find((batch) => batch.id === id)
      if (!found) throw new RpcError(codes.unknownBundleId, errors.fallback)
      return found
    },
    async requireNew(id) {
      if ((await all()).some((batch) => batch.id === id)) throw new RpcError(codes.duplicateBundleId, errors.fallback)
    },
    forget: () => storage.delete(storageKey),
  }
}
