import { type Calls, callOver } from '../shell/callOver.js'
import { setLocale } from '../shell/i18n.js'
import { sameOriginOpener } from '../shell/sameOriginOpener.js'
import type { Shell } from '../shell/store.js'
import type { SecurityApi } from '../worker/security/contract.js'
import type { FromSecurity, ToSecurity } from './securityWindow.js'
import { loadSecurityWords } from './words.js'

/** The wallet that this window belongs to. */
export type Link = Calls<SecurityApi> & {
  readonly page: ToSecurity['page']
  /** Settles when the other end is gone, where the browser tells. */
  readonly closed: Promise<void>
}

/** Milliseconds for the frame that opened us to answer. */
const patience = 5_000
/** Milliseconds between two looks whether that frame is still there. */
const look = 1_000

/**
 * The channel to the wallet's Worker, handed over by the frame that opened this window.
 *
 * @throws Error when there is no such frame
 */
export function findWallet({ setState }: Pick<Shell, 'setState'>): Promise<Link> {
  const opener = sameOriginOpener()
  if (!opener) return Promise.reject(new Error('lost'))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('lost')), patience)
    const heard = async ({ source, origin, data, ports: [port] }: MessageEvent<ToSecurity>) => {
      if (origin !== location.origin || source !== opener || data?.type !== 'latchkey:security' || !port) return
      removeEventListener('message', heard)
      clearTimeout(timer)
      await setLocale(data.theme.locale)
      await loadSecurityWords()
      setState({ theme: data.theme })
      const calls = callOver<SecurityApi>(port)
      const closed = new Promise<void>((gone) => port.addEventListener('close', () => gone()))
      port.start()
      resolve({ ...calls, page: data.page, closed })
    }
    addEventListener('message', heard)
    opener.postMessage({ type: 'latchkey:security-ready' } satisfies FromSecurity, location.origin)
  })
}

/** Calls back when the frame that opened this window is gone, and the wallet with it. @returns stops it */
export function whenFrameGoes(gone: () => void): () => void {
  const timer = setInterval(() => {
    if (sameOriginOpener()) return
    clearInterval(timer)
    gone()
  }, look)
  return () => clearInterval(timer)
}
