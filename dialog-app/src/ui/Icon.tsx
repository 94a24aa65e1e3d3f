/** Glyphs on a 24 grid, drawn with strokes. Each is a list of path data; arcs stand for circles. */
const glyphs = {
  alert: ['M12 4.3l8.3 14.4H3.7z', 'M12 10v3.8', 'M12 16.3v.01'],
  back: ['M14.5 5.5L8 12l6.5 6.5'],
  card: ['M6 5.5h12a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 16V8A2.5 2.5 0 0 1 6 5.5z', 'M3.5 10h17M7 14.8h3'],
  check: ['M5 12.5l4.7 4.7L19 7.5'],
  chevron: ['M9.5 6l6 6-6 6'],
  clock: ['M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0z', 'M12 7.5V12l3 2'],
  close: ['M6.5 6.5l11 11M17.5 6.5l-11 11'],
  copy: [
    'M11 8.5h6a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-6A2.5 2.5 0 0 1 8.5 17v-6A2.5 2.5 0 0 1 11 8.5z',
    'M15.5 5.6A2.4 2.4 0 0 0 13.2 4H6.5A2.5 2.5 0 0 0 4 6.5v6.7a2.4 2.4 0 0 0 1.6 2.3',
  ],
  down: ['M6 9.5l6 6 6-6'],
  download: ['M12 4.5v10M7.5 10.5L12 15l4.5-4.5M5 19.5h14'],
  external: ['M9 5.5H7A2.5 2.5 0 0 0 4.5 8v9A2.5 2.5 0 0 0 7 19.5h9a2.5 2.5 0 0 0 2.5-2.5v-2M13.5 4.5h6v6M19 5l-8 8'],
  globe: [
    'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0z',
    'M3.5 12h17M12 3.5c2.5 2.4 3.6 5.3 3.6 8.5S14.5 18.1 12 20.5c-2.5-2.4-3.6-5.3-3.6-8.5S9.5 5.9 12 3.5z',
  ],
  help: ['M20.75 12a8.75 8.75 0 1 1-17.5 0 8.75 8.75 0 0 1 17.5 0z', 'M9.6 9.4a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.7', 'M12 16.6v.01'],
  info: ['M20.75 12a8.75 8.75 0 1 1-17.5 0 8.75 8.75 0 0 1 17.5 0z', 'M12 11.2v5', 'M12 7.9v.01'],
  key: ['M11.8 15.5a3.8 3.8 0 1 1-7.6 0 3.8 3.8 0 0 1 7.6 0z', 'M10.8 12.8L19 4.5M15.5 8l2.7 2.7'],
  lock: [
    'M7.5 10.5h9A2.5 2.5 0 0 1 19 13v4.5a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 17.5V13a2.5 2.5 0 0 1 2.5-2.5z',
    'M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  ],
  offline: ['M4 4l16 16M5 11.5c1.2-1.1 2.5-1.9 4-2.4M14 9c1.9.4 3.6 1.3 5 2.5M8.5 15c1-.9 2.2-1.4 3.5-1.4M12 18.5v.01'],
  plus: ['M12 5.5v13M5.5 12h13'],
  power: ['M12 4v7.5M7.4 6.7a7.3 7.3 0 1 0 9.2 0'],
  refresh: ['M19 8.5A7.7 7.7 0 1 0 19.7 13M19.5 4.5v4.3h-4.3'],
  right: ['M5 12h14M13 6l6 6-6 6'],
  search: ['M17.25 11a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0z', 'M15.8 15.8L20 20'],
  wallet: [
    'M6.3 6.5h11.4a2.8 2.8 0 0 1 2.8 2.8v6.9a2.8 2.8 0 0 1-2.8 2.8H6.3a2.8 2.8 0 0 1-2.8-2.8V9.3a2.8 2.8 0 0 1 2.8-2.8z',
    'M3.5 10.5h17M16 14.8h1.2',
  ],
} as const satisfies Record<string, readonly string[]>

export type IconName = keyof typeof glyphs

/** Glyphs that point somewhere turn round in right-to-left languages. */
const directional: ReadonlySet<IconName> = new Set(['back', 'chevron', 'right', 'external'])

/** A dot (`v.01`) is drawn with a thicker pen. */
const isDot = (path: string) => /v\.01$/.test(path) && path.length < 12

type IconProps = { readonly name: IconName; readonly size?: 16 | 20 | 24; readonly className?: string }

/** A glyph in the colour of its text. Decoration: its meaning is always said in words too. */
export function Icon({ name, size = 24, className = '' }: IconProps) {
  const mirror = directional.has(name) ? 'mirror' : ''
  return (
    <svg className={`i i-${size} ${mirror} ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      {glyphs[name].map((path) => (
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
