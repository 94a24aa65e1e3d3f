import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { type CustomItemComponentProps, Virtualizer } from 'virtua'

/** Height of a row and of the gap below it (px), as the style sheet has them: what is measured and differs moves all that follows. */
const rowHeight = 60

/** Rows that are drawn and taken away together. */
export type Part<T> = { readonly key: string; readonly rows: readonly T[] }

type LongListProps<P> = {
  readonly parts: readonly P[]
  /** The same function each time: parts are drawn anew when another one is given. */
  readonly draw: (part: P) => ReactNode
}

/** A part that is on screen already costs nothing while others come and go. */
const Drawn = memo(function Drawn({ part, draw }: { readonly part: unknown; readonly draw: (part: never) => ReactNode }) {
  return draw(part as never)
})

/**
 * The box of a part. It is seen before it is measured: its height is known as well as it can be, and to hide it until then would style and draw all
 * that is in it twice.
 */
function Box({ ref, style: { visibility: _, ...style }, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} className="part" style={style}>
      {children}
    </div>
  )
}

/** How far a list begins below the start of what it scrolls in. It changes with what is above it. */
function useStart(): { readonly ref: (element: HTMLElement | null) => void; readonly start: number; readonly scroll: HTMLElement | null } {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [start, setStart] = useState(0)
  const scroll = element?.closest<HTMLElement>('.body') ?? null
  useLayoutEffect(() => {
    if (!element || !scroll) return
    const measure = () => setStart(Math.round(element.getBoundingClientRect().top - scroll.getBoundingClientRect().top + scroll.scrollTop))
    measure()
    const observer = new ResizeObserver(measure)
    for (const above of scroll.children) observer.observe(above)
    return () => observer.disconnect()
  }, [element, scroll])
  return { ref: setElement, start, scroll }
}

/** A list of hundreds or thousands of rows: only what is near the screen is drawn. */
export function LongList<P extends Part<unknown>>({ parts, draw }: LongListProps<P>) {
  const { ref, start, scroll } = useStart()
  const scrollRef = useRef<HTMLElement>(null)
  scrollRef.current = scroll
  return (
    <div ref={ref} className="long-list">
      {scroll && (
        <Virtualizer scrollRef={scrollRef} itemSize={(parts[0]?.rows.length ?? 1) * rowHeight} startMargin={start} data={parts} item={Box}>
          {(part) => <Drawn key={part.key} part={part} draw={draw} />}
        </Virtualizer>
      )}
    </div>
  )
}
