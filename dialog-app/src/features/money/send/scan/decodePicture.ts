import { decodeQR } from 'qr/decode.js'

/** The text of the QR code in a picture; undefined without one. Apart, because a browser with a reader of its own does not fetch it. */
export function decodePicture(picture: ImageData): string | undefined {
  try {
    return decodeQR(picture)
  } catch {
    // There is none, or it is not sharp enough yet.
    return undefined
  }
}
