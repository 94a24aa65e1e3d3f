import { sha256 } from '@noble/hashes/sha2.js'

/** The secret of a family's test wallet. Published here, so worthless: these wallets refuse every chain with money on it. */
export const secretOf = (family: string): Uint8Array => sha256(new TextEncoder().encode(`Latchkey test wallet: ${family}`))

/** A flask in the colour of the family, as a data URL without raw quotes, because pages put it into `src="…"`. */
export function iconOf(colour: string): `data:image/svg+xml;base64,${string}` {
  const path = 'M17 9h6m-5 0v8l-6.5 11A2 2 0 0 0 13.2 31h13.6a2 2 0 0 0 1.7-3L22 17V9M15 24h10'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colour}"/><path d="${path}" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return `data:image/svg+xml;base64,${btoa(svg)}`
}

/** Makes something when it is first asked for: keys cost time that a visit without them need not take. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
