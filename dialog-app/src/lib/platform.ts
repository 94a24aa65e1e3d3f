type Brand = { readonly brand: string }
type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {
  readonly userAgentData?: { readonly mobile?: boolean; readonly brands?: readonly Brand[] }
}

/** True on phones, where wallets are apps and not extensions. Tablets count as desktops unless they say they are mobile. */
export function isPhone(browser: Browser = navigator): boolean {
  return browser.userAgentData?.mobile ?? /Android.+Mobile|iPhone|iPod|Windows Phone/i.test(browser.userAgent)
}

/** Which store a wallet is installed from, and the browser's own name for sentences like "Add it to Chrome". */
export function browserName(browser: Browser = navigator): 'Brave' | 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari' | 'browser' {
  const agent = browser.userAgent
  if (browser.userAgentData?.brands?.some(({ brand }) => brand === 'Brave')) return 'Brave'
  if (/Edg\//.test(agent)) return 'Edge'
  if (/OPR\//.test(agent)) return 'Opera'
  if (/Firefox\/|FxiOS\//.test(agent)) return 'Firefox'
  if (/Chrom(e|ium)\/|CriOS\//.test(agent)) return 'Chrome'
  return /Safari\//.test(agent) ? 'Safari' : 'browser'
}
