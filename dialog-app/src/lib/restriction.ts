import type { Boot } from '@latchkey/protocol'

/** What the server wrote, with the other way in that the operator set up for visitors of some time zones. */
export function atHome({ restricted, ...served }: Boot): Boot {
  if (!restricted) return served
  // Asked for only where it counts: the first answer of the time zone takes a browser 30 ms before the first picture.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return restricted.timeZones.includes(timeZone) ? { ...served, ...restricted } : served
}
