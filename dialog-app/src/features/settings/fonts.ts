import type { WebFont } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'
import { warnOnce } from '../../lib/log.js'
import { settingsStore } from '../../state/settings.js'

/** Those that may be loaded: the operator registered their origins for the project, and the document's policy lets nothing else through. Pure. */
export function allowedFonts(fonts: readonly WebFont[], origins: readonly string[]) {
  const isAllowed = ({ url }: WebFont) => URL.canParse(url) && origins.includes(new URL(url).origin)
  return { allowed: fonts.filter(isAllowed), refused: fonts.filter((font) => !isAllowed(font)) }
}

/** Loads the page's fonts, and those of its later options. Text is drawn in the system's font until they are here. */
export function startFonts(dialog: Dialog): void {
  let loaded: FontFace[] = []
  const clear = () => {
    for (const face of loaded) document.fonts.delete(face)
    loaded = []
  }
  const apply = () => {
    clear()
    const { boot, options } = settingsStore(dialog).getState()
    const { allowed, refused } = allowedFonts(options.webFonts ?? [], boot?.fontOrigins ?? [])
    for (const { url } of refused)
      warnOnce(
        dialog,
        `The web font ${url} is ignored: its origin is not among the project's fontOrigins. See ${location.origin}/docs/options#webFonts`,
      )
    loaded = allowed.map(({ family, url, weight = '400', style = 'normal' }) => {
      // As the URL parser writes it, nothing in it ends the quotes.
      const face = new FontFace(family, `url("${new URL(url).href}")`, { weight, style, display: 'swap' })
      document.fonts.add(face)
      face.load().catch(() => warnOnce(dialog, `The web font ${url} could not be loaded. See ${location.origin}/docs/options#webFonts`))
      return face
    })
  }
  settingsStore(dialog).subscribe(({ options }, { options: before }) => options.webFonts !== before.webFonts && apply())
  onDestroy(dialog, clear)
  if (settingsStore(dialog).getState().options.webFonts) apply()
}
