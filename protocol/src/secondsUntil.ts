/** Whole seconds until a moment, at least 0. Both in milliseconds since the epoch. */
export const secondsUntil = (moment: number, now: number): number => Math.max(0, Math.ceil((moment - now) / 1_000))
