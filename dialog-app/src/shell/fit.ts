/**
 * How much a one-line text must shrink to fit.
 * @param available and @param needed widths in px
 * @returns 1, or less; never below .85, where an ellipsis is easier to read than small print
 */
export function fitScale(available: number, needed: number): number {
  if (needed <= available || needed === 0) return 1
  return Math.max(0.85, available / needed)
}
