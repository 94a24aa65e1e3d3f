/** What one source says about one wallet. */
export type Draft = {
  /** The package's name. */
  readonly source: string
  readonly name: string
  readonly homepage?: string | undefined
  readonly rdns?: string | undefined
  /** App link such as `trust://`. */
  readonly native?: string | undefined
  /** Universal link such as `https://link.trustwallet.com`. */
  readonly universal?: string | undefined
  readonly desktop?: string | undefined
  readonly webapp?: string | undefined
  readonly appStore?: string | undefined
  readonly playStore?: string | undefined
  readonly chromeStore?: string | undefined
  readonly firefoxStore?: string | undefined
  /** Flag by which a page recognises the wallet's own provider, such as `isTrust`. */
  readonly flag?: string | undefined
  readonly families: readonly string[]
  /** `data:` URI, or the text of an SVG. */
  readonly icon?: string | undefined
}

/** Text without emptiness. */
export const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)
