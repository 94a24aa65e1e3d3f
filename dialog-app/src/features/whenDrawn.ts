let drawn = false
const waiting: (() => void)[] = []

/** Runs once somebody has seen a view of the dialog: what is only needed after that must not delay it. */
export function whenDrawn(run: () => void): void {
  if (drawn) run()
  else waiting.push(run)
}

/** A view with all that the page said is on screen. */
export function markDrawn(): void {
  drawn = true
  for (const run of waiting.splice(0)) run()
}
