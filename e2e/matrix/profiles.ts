import type { Shape } from '@latchkey/testkit/src/network/shapedNetwork.ts'

/** A network that people have. */
export type Profile = {
  readonly shape: Shape
  /** Every connection of the visitor and of their phone breaks once, in the middle of the flow. */
  readonly cut?: true
}

/** The networks of the matrix, by name. */
export const profiles = {
  good: { shape: { roundTrip: 20, bitsPerSecond: 50_000_000 } },
  slow: { shape: { roundTrip: 400, bitsPerSecond: 1_600_000 } },
  lossy: { shape: { roundTrip: 100, bitsPerSecond: 5_000_000, lost: 0.05, reset: 0.02 } },
  cut: { shape: { roundTrip: 20, bitsPerSecond: 50_000_000 }, cut: true },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof profiles
