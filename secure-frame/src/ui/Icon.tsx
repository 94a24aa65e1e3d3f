/** The few pictures there are, drawn on 24 units with the text's colour. */
const paths = {
  close: <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />,
  alert: (
    <>
      <path d="M12 4.3l8.3 14.4H3.7z" />
      <path d="M12 10v3.8" />
      <path d="M12 16.3v.01" strokeWidth="2.4" />
    </>
  ),
  verified: (
    <>
      <circle cx="12" cy="12" r="9" fill="currentColor" stroke="none" />
      <path d="M8.4 12.2l2.4 2.4 4.8-5" stroke="var(--bg)" strokeWidth="2.2" />
    </>
  ),
  down: <path d="M6 9.5l6 6 6-6" />,
  tick: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  lock: (
    <>
      <rect x="5.5" y="10.5" width="13" height="9" rx="2" />
      <path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5" />
    </>
  ),
} as const

export function Icon({ name, size = 24 }: { readonly name: keyof typeof paths; readonly size?: 16 | 20 | 24 }) {
  return (
    <svg className="i" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {paths[name]}
    </svg>
  )
}
