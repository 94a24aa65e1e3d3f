import { BinaryBitmap, HybridBinarizer, QRCodeReader, RGBLuminanceSource } from '@zxing/library'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'

/**
 * What two readers, made by different users, see in a picture of a QR code.
 *
 * @param picture PNG
 */
export function readQr(picture: Buffer): readonly [string | undefined, string | undefined] {
  const { data, width, height } = PNG.sync.read(picture)
  const first = jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data
  const luminance = new Uint8ClampedArray(width * height)
  for (let at = 0; at < luminance.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3)
    luminance[at] = (red + 2 * green + blue) / 4
  }
  let second: string | undefined
  try {
    second = new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(luminance, width, height)))).getText()
  } catch {
    // It found none.
  }
  return [first, second]
}
