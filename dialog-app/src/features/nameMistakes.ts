/** Has the page's console name what is wrong in its options, by code that no view waits for. */
export function nameMistakes(written: unknown): void {
  import('./mistakes.js').then(
    ({ reportMistakes }) => reportMistakes(written),
    () => {},
  )
}
