/** A chain family as its card shows it. */
export type FamilyCardContent = {
  readonly namespace: string
  readonly title: string
  readonly hint: string
  /** The button of the second action. */
  readonly second: string
}
