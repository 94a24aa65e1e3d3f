import type { CameraProblem } from '../../../../state/scan.js'

/** Whether the page lends the camera to this frame, where the browser says it (Chromium); others refuse when they are asked. */
function isLent(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } }
  return featurePolicy?.allowsFeature('camera') ?? true
}

/** Whether there is a camera that this document may ask for. */
export async function hasCamera(): Promise<boolean> {
  if (!isLent()) return false
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => [])
  return devices?.some(({ kind }) => kind === 'videoinput') ?? false
}

/** Asks for the camera: the one at the back of a phone. @throws DOMException of Media Capture and Streams */
export const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } } })

/** Turns the camera off, and its light with it. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** What an error of `getUserMedia` says. Pure. */
export function cameraProblem(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed'
}
