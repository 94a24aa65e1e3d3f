import { encode, QrCodeDataType } from 'uqr'

/** Modules of white around the code: readers need them. */
const quiet = 4
/** Radius of a dot, in modules: .92 of a module across. */
const dot = 0.46

export type Qr = {
  /** Modules along a side, the quiet zone included. */
  readonly size: number
  /** One SVG path on a grid of modules; fill it with the even-odd rule. */
  readonly path: string
}

const number = (value: number) => `${Math.round(value * 100) / 100}`

/** A square with rounded corners. */
function square(x: number, y: number, side: number, radius: number): string {
  const straight = number(side - 2 * radius)
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${number(x + radius)} ${number(y)}h${straight}${arc(radius, radius)}v${straight}${arc(-radius, radius)}h-${straight}${arc(-radius, -radius)}v-${straight}${arc(radius, -radius)}z`
}

const circle = (x: number, y: number) =>
  `M${number(x + 0.5 - dot)} ${number(y + 0.5)}a${dot} ${dot} 0 1 0 ${2 * dot} 0a${dot} ${dot} 0 1 0 -${2 * dot} 0z`

/** The three big squares. Smooth, and solid: readers look for them first. */
const finder = (x: number, y: number) => square(x, y, 7, 2.2) + square(x + 1, y + 1, 5, 1.4) + square(x + 2, y + 2, 3, 0.9)

/**
 * Draws a QR code (ISO/IEC 18004). Data are dots; the finders and the alignment patterns are solid, because with dotted ones some readers
 * fail.
 *
 * @param text what the code says
 * @param logo room for a picture in the middle: level Q instead of M, so that what it covers is restored
 */
export function drawQr(text: string, logo: boolean): Qr {
  const { size, data, types } = encode(text, { ecc: logo ? 'Q' : 'M', border: quiet })
  const last = size - quiet - 7
  let path = finder(quiet, quiet) + finder(last, quiet) + finder(quiet, last)
  data.forEach((row, y) => {
    row.forEach((black, x) => {
      const type = types[y]?.[x]
      if (!black || type === QrCodeDataType.Position) return
      path += type === QrCodeDataType.Alignment ? `M${x} ${y}h1v1h-1z` : circle(x, y)
    })
  })
  return { size, path }
}
