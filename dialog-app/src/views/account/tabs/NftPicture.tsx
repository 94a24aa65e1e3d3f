import { useState } from 'react'
import { Icon } from '../../../ui/Icon.js'
import { useSafePicture } from '../../../ui/Picture.js'

/** An NFT's picture, or a drawn one when there is none, it may not be shown, or it breaks. Its name is always beside it. */
export function NftPicture({ src, className }: { readonly src: string; readonly className: string }) {
  const url = useSafePicture(src)
  const [broken, setBroken] = useState<string>()
  return (
    <span className={className}>
      {!url || broken === url ? (
        <Icon name="image" />
      ) : (
        <img
          src={url}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(url)}
        />
      )}
    </span>
  )
}
