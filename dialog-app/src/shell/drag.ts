export type Drag = {
  /** How far the finger has pulled the sheet down, px. */
  readonly distance: number
  /** Height of the sheet, px. */
  readonly height: number
  /** Of the last moments, px per ms, downward. */
  readonly velocity: number
}

/** Letting go closes after a quarter of the height, or with a flick; a finger that turned back up does not. */
export function shouldClose({ distance, height, velocity }: Drag): boolean {
  if (distance <= 0 || velocity < -0.1) return false
  return velocity > 0.5 || distance > height * 0.25
}

/** Where the sheet stands under a finger: it follows downward, and upward it resists. */
export function dragOffset(moved: number): number {
  return moved >= 0 ? moved : -Math.sqrt(-moved)
}

/** Speed over the last 80 ms of a movement, px per ms. Samples are `[time in ms, position in px]`, oldest first. */
export function velocityOf(samples: readonly (readonly [time: number, position: number])[]): number {
  const last = samples.at(-1)
  if (!last) return 0
  const first = samples.find(([time]) => last[0] - time <= 80) ?? last
  const elapsed = last[0] - first[0]
  return elapsed > 0 ? (last[1] - first[1]) / elapsed : 0
}
