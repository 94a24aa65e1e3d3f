import { useLayoutEffect, useRef, useState } from 'react'

/** The properties of an `img` that shows a picture; undefined without one, and once it breaks. */
export function usePicture(src: string | undefined) {
  const [broken, setBroken] = useState<string>()
  const ref = useRef<HTMLImageElement>(null)
  useLayoutEffect(() => {
    // An element of the first view may have failed before React heard of it. A vector without a size of its own has none in some browsers either.
    const image = ref.current
    if (image?.complete && !image.naturalWidth) image.decode().catch(() => setBroken(src))
  }, [src])
  return src && src !== broken ? { src, ref, onError: () => setBroken(src) } : undefined
}
