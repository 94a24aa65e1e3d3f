import type { ModalOptions } from './types.js'

/**
 * What others add to a script tag: Next.js, Cloudflare, WP Rocket, LiteSpeed and PageSpeed, Turbo, Astro, Nuxt, Vue, React, and tools that ask for consent.
 * No option begins like one of these.
 */
const foreign =
  /^(nscript|cf|rocket|litespeed|pagespeed|no[A-Z]|turbo|astro|n(Head|uxt)|hid$|v[-A-F]|react|rh$|precedence|cookie|consent|categor|usercentrics|ot[A-Z]|testid)/

/** `data-theme-mode="dark"` is `themeMode: 'dark'`; an attribute without a value is `true`. */
const scalar = (value?: string) => (value === 'true' || !value ? true : value !== 'false' && value)

/**
 * The options that the attributes of the script tag say.
 *
 * @param dataset the tag's
 */
export function readDataset({ projectId, name, description, icon, ...rest }: DOMStringMap): Partial<ModalOptions> {
  const scalars = Object.entries(rest).filter(([key]) => !foreign.test(key))
  return {
    projectId,
    ...Object.fromEntries(scalars.map(([key, value]) => [key, scalar(value)])),
    // What the page says about itself has names of its own; an icon is a list with one entry.
    metadata: { name, description, icons: icon && [icon] },
  } as Partial<ModalOptions>
}
