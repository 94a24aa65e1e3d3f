import { parentPort } from 'node:worker_threads'
import { PhotonImage, resize, SamplingFilter } from '@silvia-odwyer/photon-node'

/**
 * Runs in a worker of its own, so that a slow picture blocks nobody and a decoder that fails can be thrown away. JavaScript, because Node
 * starts it from this file as it is, in tests and in production alike.
 *
 * @param {Uint8Array} bytes
 * @param {number} edge longest side of the result, pixels
 */
function reencode(bytes, edge) {
  const image = PhotonImage.new_from_byteslice(bytes)
  const [width, height] = [image.get_width(), image.get_height()]
  const scale = Math.min(1, edge / Math.max(width, height))
  const scaled = (/** @type {number} */ side) => Math.max(1, Math.round(side * scale))
  const small = scale < 1 ? resize(image, scaled(width), scaled(height), SamplingFilter.Lanczos3) : image
  const candidates = [
    { type: 'image/webp', bytes: small.get_bytes_webp() },
    { type: 'image/png', bytes: small.get_bytes() },
  ]
  if (small !== image) small.free()
  image.free()
  return candidates.reduce((best, next) => (next.bytes.length < best.bytes.length ? next : best))
}

parentPort?.on('message', ({ id, bytes, edge }) => {
  const result = reencode(bytes, edge)
  parentPort?.postMessage({ id, ...result })
})
