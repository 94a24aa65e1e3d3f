import { type Dialog, perDialog } from '../lib/dialog.js'
import { useDialog } from '../lib/useDialog.js'
import type { LaterGlyphs } from './laterGlyphs.js'

/** Glyphs on a 24 grid, drawn with strokes: those that the first view and the shell may need. Each is a list of path data; arcs stand for circles. */
const glyphs = {
  alert: ['M12 4.3l8.3 14.4H3.7z', 'M12 10v3.8', 'M12 16.3v.01'],
  back: ['M14.5 5.5L8 12l6.5 6.5'],
  check: ['M5 12.5l4.7 4.7L19 7.5'],
  chevron: ['M9.5 6l6 6-6 6'],
  close: ['M6.5 6.5l11 11M17.5 6.5l-11 11'],
  down: ['M6 9.5l6 6 6-6'],
  help: ['M20.75 12a8.75 8.75 0 1 1-17.5 0 8.75 8.75 0 0 1 17.5 0z', 'M9.6 9.4a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.7', 'M12 16.6v.01'],
  offline: ['M4 4l16 16M5 11.5c1.2-1.1 2.5-1.9 4-2.4M14 9c1.9.4 3.6 1.3 5 2.5M8.5 15c1-.9 2.2-1.4 3.5-1.4M12 18.5v.01'],
  qr: ['M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5z', 'M14.5 14.5H17V17M19.5 14.5v5h-5'],
  right: ['M5 12h14M13 6l6 6-6 6'],
  wallet: [
    'M6.3 6.5h11.4a2.8 2.8 0 0 1 2.8 2.8v6.9a2.8 2.8 0 0 1-2.8 2.8H6.3a2.8 2.8 0 0 1-2.8-2.8V9.3a2.8 2.8 0 0 1 2.8-2.8z',
    'M3.5 10.5h17M16 14.8h1.2',
  ],
} as const satisfies Record<string, readonly string[]>

export type IconName = keyof typeof glyphs | keyof LaterGlyphs

/** What one dialog keeps here. */
type Own = {
  known: Readonly<Partial<Record<IconName, readonly string[]>>>
}

const kept = perDialog((): Own => ({ known: glyphs }))

/** Makes the glyphs known that the first view does not draw. */
export function addGlyphs(dialog: Dialog, later: LaterGlyphs): void {
  const own = kept(dialog)
  own.known = { ...own.known, ...later }
}

/** Glyphs that point somewhere turn round in right-to-left languages. */
const directional: ReadonlySet<IconName> = new Set(['back', 'chevron', 'right', 'external'])

/** A dot (`v.01`) is drawn with a thicker pen. */
const isDot = (path: string) => /v\.01$/.test(path) && path.length < 12

type IconProps = { readonly name: IconName; readonly size?: 16 | 20 | 24; readonly className?: string }

/** A glyph in the colour of its text. Decoration: its meaning is always said in words too. */
export function Icon({ name, size = 24, className = '' }: IconProps) {
  const dialog = useDialog()
  const mirror = directional.has(name) ? 'mirror' : ''
  return (
    <svg className={`i i-${size} ${mirror} ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      {kept(dialog).known[name]?.map((path) => (
        <path key={path} d={path} {...(isDot(path) ? { strokeWidth: 2.4 } : {})} />
      ))}
    </svg>
  )
}

/** The tick beside a hostname that the project registered itself. */
export function VerifiedIcon() {
  return (
    <svg className="i i-16 verified" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M12 3.2l2.3 1.7 2.9 0 .9 2.7 2.3 1.7-.9 2.7.9 2.7-2.3 1.7-.9 2.7-2.9 0L12 20.8l-2.3-1.7-2.9 0-.9-2.7-2.3-1.7.9-2.7-.9-2.7 2.3-1.7.9-2.7 2.9 0z"
        fill="currentColor"
        stroke="none"
      />
      <path d="M8.6 12.2l2.3 2.3 4.5-4.8" stroke="var(--bg)" strokeWidth="2.2" />
    </svg>
  )
}
