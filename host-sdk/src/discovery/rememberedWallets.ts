import type { NamespaceId, Resume } from '@latchkey/protocol'

/** Ids of the wallets of a family that a resume record names: the one that answers for it, then the others. Never throws. */
export function rememberedWallets(record: string | null, namespace: NamespaceId): readonly string[] {
  try {
    const { connections, others } = JSON.parse(record ?? '{}') as Partial<Resume>
    const own = connections?.[namespace]
    return [...(own ? [own] : []), ...(others?.[namespace] ?? [])].map(({ walletId }) => walletId)
  } catch {
    return []
  }
}
