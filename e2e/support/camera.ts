import { writeFileSync } from 'node:fs'
import { encode } from 'uqr'

const [width, height] = [640, 480]
const [black, white] = [16, 235]

/**
 * Writes what Chromium's fake camera shows: one picture, for ever (YUV4MPEG2). The browser opens the file each time that a page turns the camera on.
 *
 * @param text of the QR code in the picture; without one it is white
 */
export function showCamera(file: string, text?: string): void {
  const luma = Buffer.alloc(width * height, white)
  const { data, size } = encode(text ?? '', { border: 4 })
  const scale = Math.floor(height / size)
  const [left, top] = [(width - size * scale) >> 1, (height - size * scale) >> 1]
  if (text !== undefined)
    for (let y = 0; y < size * scale; y++)
      for (let x = 0; x < size * scale; x++)
        if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)]) luma[(top + y) * width + left + x] = black
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A0:0 C420jpeg\n`), frame, frame]))
}
