/**
 * Whole seconds until a moment, at least 0.
 *
 * @param moment milliseconds since the epoch
 * @param now milliseconds since the epoch
 * @example secondsUntil(61_500, 60_000) // 2
 */
export const secondsUntil = (moment: number, now: number): number => Math.max(0, Math.ceil((moment - now) / 1_000))
