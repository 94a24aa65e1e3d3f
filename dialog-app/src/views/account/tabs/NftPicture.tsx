import { Icon } from '../../../ui/Icon.js'
import { useSafePicture } from '../../../ui/Picture.js'
import { usePicture } from '../../../ui/usePicture.js'

/** An NFT's picture, or a drawn one when there is none, it may not be shown, or it breaks. Its name is always beside it. */
export function NftPicture({ src, className }: { readonly src: string; readonly className: string }) {
  const picture = usePicture(useSafePicture(src))
  return (
    <span className={className}>
      {picture ? (
        <img {...picture} alt="" draggable={false} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
      ) : (
        <Icon name="image" />
      )}
    </span>
  )
}
