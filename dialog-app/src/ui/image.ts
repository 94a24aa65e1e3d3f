const dataImage = /^data:image\/(png|jpeg|webp|gif|avif|svg\+xml)[;,]/i

/**
 * A picture that may be shown: a `data:image` URI or one from a host of ours. A stranger's URL would tell the stranger who looks.
 * @param hosts origins that are ours, for instance the API's
 * @returns the URL as given, or undefined when it must not be loaded
 */
export function safeImage(source: string | undefined, hosts: readonly string[]): string | undefined {
  if (!source) return undefined
  // A vector is often written with a bare `#`, where an address ends, and with line breaks, which an address loses.
  if (dataImage.test(source)) return source.replace(/^.*[>%]/s, (vector) => vector.replace(/[#\s]/g, encodeURIComponent))
  try {
    const { href, origin } = new URL(source, location.href)
    return /^http/.test(href) && [location.origin, ...hosts].includes(origin) ? href : undefined
  } catch {
    return undefined
  }
}

/** The letter that stands for a thing without a picture: its first character that is a letter or a number. */
export function monogram(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0]?.toLocaleUpperCase() ?? '·'
}
