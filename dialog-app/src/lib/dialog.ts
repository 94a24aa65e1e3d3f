/** What a dialog is made from: everything that lies outside it. */
export type Surroundings = {
  /** Where values are kept; reading it may throw, and then they live in memory. */
  readonly storage: () => Storage
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * One dialog, handed to every function that reads or changes it. What it keeps is built at first use by {@link perDialog}, so that two of them
 * share nothing.
 */
export type Dialog = Surroundings & {
  readonly parts: Map<unknown, unknown>
}

/** A dialog that keeps nothing yet. */
export function emptyDialog(surroundings: Surroundings): Dialog {
  return { ...surroundings, parts: new Map() }
}

/**
 * Declares something that every dialog keeps for itself, such as a store or a timer.
 *
 * @param create builds it, once per dialog
 * @returns how to get a dialog's own
 * @example
 * const counter = perDialog(() => ({ count: 0 }))
 * const [one, other] = [1, 2].map(() => emptyDialog({ storage: () => localStorage, now: Date.now })) as [Dialog, Dialog]
 * counter(one).count += 1
 * counter(other).count // 0
 */
export function perDialog<T>(create: (dialog: Dialog) => T): (dialog: Dialog) => T {
  return (dialog) => {
    const { parts } = dialog
    if (!parts.has(create)) parts.set(create, create(dialog))
    return parts.get(create) as T
  }
}
