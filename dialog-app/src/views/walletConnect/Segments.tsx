import { type KeyboardEvent, useRef } from 'react'
import { type MessageId, useT } from '../../lib/i18n.js'
import type { Way } from './ways.js'

const labels: Readonly<Record<Way, MessageId>> = {
  phone: 'pair.phone',
  qr: 'pair.qr',
  browser: 'pair.browser',
  desktop: 'pair.desktop',
  web: 'pair.web',
}

type SegmentsProps = {
  readonly ways: readonly Way[]
  readonly chosen: Way
  readonly panelId: string
  readonly onChoose: (way: Way) => void
}

/** Tabs (ARIA Authoring Practices): one tab stop, arrows move and choose, Home and End go to the ends; mirrored from right to left. */
export function Segments({ ways, chosen, panelId, onChoose }: SegmentsProps) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const now = ways.indexOf(chosen)
    const rtl = list.current !== null && getComputedStyle(list.current).direction === 'rtl'
    const step = rtl ? -1 : 1
    const targets: Readonly<Record<string, number>> = { ArrowRight: now + step, ArrowLeft: now - step, Home: 0, End: ways.length - 1 }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = (target + ways.length) % ways.length
    const way = ways[index]
    if (way) onChoose(way)
    list.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div className="seg" role="tablist" aria-label={t('pair.ways')} ref={list} onKeyDown={move}>
      {ways.map((way) => (
        <button
          key={way}
          type="button"
          role="tab"
          aria-selected={way === chosen}
          aria-controls={panelId}
          tabIndex={way === chosen ? 0 : -1}
          onClick={() => onChoose(way)}
        >
          {t(labels[way])}
        </button>
      ))}
    </div>
  )
}
