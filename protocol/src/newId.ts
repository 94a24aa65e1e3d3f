/**
 * A random id, a version 4 UUID (RFC 9562). `crypto.randomUUID` exists in secure contexts only, and a page on plain http is none.
 *
 * @example newId() // 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6'
 */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint8Array(36))
  return '........-....-4...-8...-............'.replace(/\./g, (_, at: number) => ((random[at] as number) & 15).toString(16))
}
