/** A mark on a 24 grid: areas are filled, lines are drawn with a pen. */
export type Glyph = { readonly areas?: readonly string[]; readonly lines?: readonly string[] }

/** A filled circle. */
export const dot = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
