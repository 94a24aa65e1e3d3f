export type Rgb = readonly [red: number, green: number, blue: number]

const mapParts = <From, To>([red, green, blue]: readonly [From, From, From], map: (part: From) => To): readonly [To, To, To] => [
  map(red),
  map(green),
  map(blue),
]

/**
 * Reads a colour as browsers write it back: `#rgb`, `#rrggbb` and `rgb()`; transparency is refused, it has no contrast of its own.
 *
 * @returns three numbers from 0 to 255, or undefined
 */
export function parseColor(value: string): Rgb | undefined {
  const text = value.trim().toLowerCase()
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text)
  const hex = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : text
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(hex)
  const rgb = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(text)
  const [, red, green, blue] = long ?? rgb ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  const color = mapParts([red, green, blue], (part) => Number.parseInt(part, long ? 16 : 10))
  return color.every((part) => part <= 255) ? color : undefined
}

export function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** `share` of `a` in `b`, from 0 to 1. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const between = (from: number, to: number) => to * share + from * (1 - share)
  return [between(b[0], a[0]), between(b[1], a[1]), between(b[2], a[2])]
}

function luminance(color: Rgb): number {
  const [red, green, blue] = mapParts(color, (part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/**
 * The colour nearest to `color`, on its way to black or white, that has the contrast `ratio` against every one of `grounds`.
 * Falls back to whichever of black and white is the better where no mixture reaches it.
 */
export function ensureContrast(color: Rgb, grounds: readonly Rgb[], ratio = 4.5): Rgb {
  // Rounded as it will be written: the ratio has to hold for what is drawn.
  const drawn = (value: Rgb): Rgb => mapParts(value, Math.round)
  const worst = (value: Rgb) => Math.min(...grounds.map((ground) => contrast(value, ground)))
  if (worst(color) >= ratio) return color
  for (let step = 1; step <= 100; step++) {
    const fit = [black, white].map((end) => drawn(mix(end, color, step / 100))).find((candidate) => worst(candidate) >= ratio)
    if (fit) return fit
  }
  return worst(black) >= worst(white) ? black : white
}
