import { signImageUrl } from './signImageUrl.js'

/**
 * The address at which our pages show a picture: one of a foreign place through our proxy, so that nobody there learns who looks at it.
 *
 * @param url https, or a picture in a data URL; anything else gives the empty string, for which the pages draw something of their own
 */
export type ShowPicture = (url: string, projectId: string) => string

/** @param api base URL of the API */
export const showPictureAt =
  (api: string, key: Uint8Array): ShowPicture =>
  (url, projectId) => {
    if (/^data:image\/[\w.+-]+[;,]/.test(url)) return url
    return URL.canParse(url) && new URL(url).protocol === 'https:' ? `${api}${signImageUrl({ url, projectId }, key)}` : ''
  }
