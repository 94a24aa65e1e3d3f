import type { Provider } from '../sdk/modal.js'

/** What a card that works with the connected account needs. */
export type AccountCardProps = {
  readonly address: `0x${string}`
  readonly provider: Provider
  /** Called when the thing was done, for the tour. */
  readonly onDone: () => void
}
