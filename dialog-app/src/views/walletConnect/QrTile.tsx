import { type ReactNode, useEffect, useState } from 'react'
import { WalletIcon } from '../../ui/Picture.js'
import type { Qr } from './qr.js'

/** Along the border, from the top clockwise. */
const border =
  'M148 1.5H280a14.5 14.5 0 0 1 14.5 14.5V280a14.5 14.5 0 0 1-14.5 14.5H16a14.5 14.5 0 0 1-14.5-14.5V16A14.5 14.5 0 0 1 16 1.5Z'

/** The code's life drains along the border of its tile. Quiet until the last minute. */
function Expiry({ part, soon }: { readonly part: number; readonly soon: boolean }) {
  return (
    <svg className={`expiry ${soon ? 'soon' : ''}`} viewBox="0 0 296 296" aria-hidden="true">
      <path className="track" d={border} />
      {part > 0 && <path className="left" pathLength={100} strokeDasharray={`${Math.round(part * 1_000) / 10} 200`} d={border} />}
    </svg>
  )
}

/** Finders hold the place of a code that is not there yet. */
const placeholder = (
  <svg className="matrix waiting" viewBox="0 0 69 69" aria-hidden="true">
    {[
      [4, 4],
      [58, 4],
      [4, 58],
    ].map(([x = 0, y = 0]) => (
      <g key={`${x} ${y}`}>
        <rect className="frame" x={x + 0.5} y={y + 0.5} width={6} height={6} rx={1.8} />
        <rect x={x + 2} y={y + 2} width={3} height={3} rx={0.9} />
      </g>
    ))}
  </svg>
)

const anyWallet = (
  <span className="w logo">
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <path d="M13 13h14a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H13a4 4 0 0 1-4-4v-8a4 4 0 0 1 4-4zM9 18.500h22M25 24h1.500" />
    </svg>
  </span>
)

type QrTileProps = {
  /** What the code says; nothing yet when it is missing. */
  readonly text: string | undefined
  readonly label: string
  readonly wallet: { readonly name: string; readonly icon?: string | undefined } | null
  /** In the middle in place of the wallet's picture. */
  readonly mark?: ReactNode
  /** How much of the code's life is left, 0 to 1. */
  readonly part: number
  readonly soon: boolean
  /** Takes the place of the code, which steps back. */
  readonly over?: ReactNode
}

/**
 * The drawing of a code. What draws it is fetched while the wallet or its server is still being asked for what the code says.
 *
 * @returns undefined as long as there is nothing to draw, or nothing to draw it with
 */
function useQr(text: string | undefined): Qr | undefined {
  const [drawn, setDrawn] = useState<{ readonly text: string | undefined; readonly qr: Qr }>()
  useEffect(() => {
    let isCurrent = true
    import('./qr.js').then(
      ({ drawQr }) => isCurrent && text !== undefined && setDrawn({ text, qr: drawQr(text, true) }),
      // Offline: the link can be copied all the same, and the next code asks again.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [text])
  return drawn?.text === text ? drawn?.qr : undefined
}

/** A QR code, black on white in every theme, with the wallet's picture in the middle. */
export function QrTile({ text, label, wallet, mark, part, soon, over }: QrTileProps) {
  const qr = useQr(text)
  const picture = wallet ? <span className="logo">{mark ?? <WalletIcon src={wallet.icon} name={wallet.name} />}</span> : anyWallet
  return (
    <div className={`qr ${over ? 'dead' : ''}`}>
      {/* The code is a picture for a camera; its equal for everybody else is "Copy link". */}
      <div className="sheet" {...(qr && !over ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
        {qr ? (
          <svg className="matrix" viewBox={`0 0 ${qr.size} ${qr.size}`} data-qr key={text} aria-hidden="true">
            <path d={qr.path} fillRule="evenodd" />
          </svg>
        ) : (
          placeholder
        )}
        {!over && picture}
        <Expiry part={over ? 0 : part} soon={soon} />
      </div>
      {over && <div className="over">{over}</div>}
    </div>
  )
}
