/** Longest side of a picture that the library reads: codes of addresses are coarse, and phones slow. */
const longest = 800

/** The text of the QR code in the picture that a video shows now; undefined without one. */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string | undefined>

type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<readonly string[]> }

/** The browser's own reader (Shape Detection API), where it has one for QR codes. */
async function ownReader(): Promise<ReadFrame | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  try {
    if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return undefined
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  } catch {
    return undefined
  }
}

/** @throws what `import()` throws when its code cannot be fetched */
async function libraryReader(): Promise<ReadFrame> {
  const { decodePicture } = await import('./decodePicture.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return undefined
    const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return decodePicture(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}

/**
 * What reads QR codes here: the browser's own reader, and a library where there is none, or where it fails.
 *
 * @throws what `import()` throws when the library cannot be fetched
 */
export async function createReader(): Promise<ReadFrame> {
  let reader = (await ownReader()) ?? (await libraryReader())
  return async (video) => {
    try {
      return await reader(video)
    } catch {
      // Some systems have the reader, and not the service behind it.
      reader = await libraryReader()
      return undefined
    }
  }
}
