/**
 * The registry of languages: BCP 47 tags of what there are words in, with the direction they are written in. A tag may have a script or region
 * (`zh-Hans`, `pt-BR`). English stands in for whatever another one lacks.
 */
export const languages = {
  en: 'ltr',
  ar: 'rtl',
  de: 'ltr',
  es: 'ltr',
  fr: 'ltr',
  hi: 'ltr',
  id: 'ltr',
  ja: 'ltr',
  ko: 'ltr',
  'pt-BR': 'ltr',
  ru: 'ltr',
  tr: 'ltr',
  uk: 'ltr',
  vi: 'ltr',
  'zh-Hans': 'ltr',
  'zh-Hant': 'ltr',
} as const satisfies Readonly<Record<string, 'ltr' | 'rtl'>>
export type Language = keyof typeof languages
export const languageTags = /*#__PURE__*/ Object.keys(languages) as readonly Language[]

/** A tag with its likely script (UTS 35, likely subtags), so that `zh-TW` is no `zh-Hans`; undefined for what is no tag. */
function parse(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-')).maximize()
  } catch {
    return undefined
  }
}

/**
 * The first wanted language that there are words in: exactly, else of the same language and script. English when there is none.
 *
 * @param wanted in order of preference; empty and malformed tags are skipped
 * @example chooseLanguage(['tlh', 'ar-EG']) // 'ar'
 */
export function chooseLanguage<Tag extends string = Language>(
  wanted: readonly (string | undefined)[],
  available: readonly Tag[] = languageTags as readonly string[] as readonly Tag[],
): Tag | 'en' {
  const known = available.map((tag) => ({ tag, locale: parse(tag) }))
  for (const entry of wanted) {
    const locale = parse(entry ?? '')
    if (!locale) continue
    const near = known.filter((one) => one.locale?.language === locale.language && one.locale.script === locale.script)
    const exact = near.find((one) => one.locale?.toString() === locale.toString())
    if (exact ?? near[0]) return (exact ?? near[0])?.tag ?? 'en'
  }
  return 'en'
}

/**
 * The direction in which a language is written. A language without texts of ours has that of English.
 *
 * @param tag BCP 47
 * @example directionOf('ar-EG') // 'rtl'
 */
export const directionOf = (tag: string): 'ltr' | 'rtl' => languages[chooseLanguage([tag])]
