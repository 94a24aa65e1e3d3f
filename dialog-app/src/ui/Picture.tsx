import { createContext, useContext } from 'react'
import { monogram, safeImage } from './image.js'
import { usePicture } from './usePicture.js'

export type PictureSources = {
  /** Origins that pictures may come from, besides our own. */
  readonly hosts: readonly string[]
  /** Where our own API shows pictures of others, by their address. */
  readonly signed: Readonly<Record<string, string>>
  /** The page's own pictures of wallets, by id or name. */
  readonly wallets?: Readonly<Record<string, string>> | undefined
  /** Wallets by the address of their picture, when that is in the style sheet too (`walletPictures.css`). */
  readonly drawn?: ReadonlyMap<string, string>
}

/** Where pictures may come from. */
export const Pictures = createContext<PictureSources>({ hosts: [], signed: {} })

type PictureProps = { readonly src: string | undefined; readonly name: string }

/** Where a picture is shown from; undefined for one that is missing or not allowed. */
export function useSafePicture(src: string | undefined): string | undefined {
  const { hosts, signed } = useContext(Pictures)
  return safeImage(src && Object.hasOwn(signed, src) ? signed[src] : src, hosts)
}

/** The picture, or the first letter of the name when there is none, it is not allowed or it breaks. */
function Picture({ src, name }: PictureProps) {
  const picture = usePicture(useSafePicture(src))
  if (!picture) return <span aria-hidden="true">{monogram(name)}</span>
  return <img {...picture} alt="" draggable={false} decoding="async" referrerPolicy="no-referrer" />
}

type WalletIconProps = PictureProps & {
  readonly size?: 22 | 40 | 72
  /** The wallet's id: the icon with the same id travels from view to view. */
  readonly shared?: string | undefined
}

/** A wallet's icon on its squircle tile. */
export function WalletIcon({ src, name, size = 40, shared }: WalletIconProps) {
  const { wallets, drawn } = useContext(Pictures)
  const picture = wallets?.[shared ?? name] ?? wallets?.[name] ?? src
  const here = picture && drawn?.get(picture)
  return (
    <span className={`w w-${size}`} data-shared-icon={shared}>
      {here ? <i data-wallet={here} /> : <Picture src={picture} name={name} />}
    </span>
  )
}

type NetworkIconProps = PictureProps & { readonly size?: 24 | 40 | 56 | 72; readonly ink?: boolean }

/** A network's mark on a disc. */
export function NetworkIcon({ src, name, size = 40, ink = false }: NetworkIconProps) {
  return (
    <span className={`g g-${size} ${ink ? 'ink' : ''}`}>
      <Picture src={src} name={name} />
    </span>
  )
}
