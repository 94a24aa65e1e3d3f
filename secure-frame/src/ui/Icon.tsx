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
  back: <path d="M15 5.5l-7 6.5 7 6.5" />,
  next: <path d="M9 5.5l7 6.5-7 6.5" />,
  key: (
    <>
      <circle cx="8" cy="15.5" r="3.5" />
      <path d="M10.5 13l8-8M15.5 8l2.5 2.5" />
    </>
  ),
  device: (
    <>
      <rect x="3.5" y="5" width="17" height="11" rx="2" />
      <path d="M9 19.5h6" />
    </>
  ),
  list: <path d="M8.5 6.5h11M8.5 12h11M8.5 17.5h11M4.5 6.5v.01M4.5 12v.01M4.5 17.5v.01" />,
  lock: (
    <>
      <rect x="5.5" y="10.5" width="13" height="9" rx="2" />
      <path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5" />
    </>
  ),
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: 16 | 20 | 24 }) {
  return (
    <svg className="i" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {paths[name]}
    </svg>
  )
}
