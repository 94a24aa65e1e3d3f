/** As people compare names: capitals, spaces and signs between words count for nothing. */
const plain = (text: string) => text.toLowerCase().replace(/[\s._:-]/g, '')

/** Letters that are left out, put in, changed or swapped with their neighbour between two texts (Damerau, optimal string alignment). */
function distance(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const changed = (row?.[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      next[j] = Math.min((row?.[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed, swapped)
    }
    ;[before, row] = [row, next]
  }
  return row?.[b.length] ?? 0
}

/**
 * The value that a mistyped one was most likely meant to be.
 *
 * @param candidates what there is
 * @returns undefined when none is near: a third of the letters may differ
 * @example closest('Metamsk', ['Rabby', 'MetaMask']) // 'MetaMask'
 */
export function closest(value: string, candidates: readonly string[]): string | undefined {
  const text = plain(value.slice(0, 64))
  let best: string | undefined
  let least = Math.floor(text.length / 3) + 1
  for (const candidate of candidates) {
    const far = distance(text, plain(candidate.slice(0, 64)))
    if (far >= least) continue
    least = far
    best = candidate
  }
  return best
}
