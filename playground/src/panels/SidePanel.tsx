import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

type Tab = { readonly name: string; readonly content: ReactNode }

/** Tabs after the ARIA authoring practices: one stop for Tab, arrow keys between them. */
export function SidePanel({ tabs }: { readonly tabs: readonly Tab[] }) {
  const id = useId()
  const [current, setCurrent] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    const wrapped = next < 0 ? last : next > last ? 0 : next
    setCurrent(wrapped)
    buttons.current[wrapped]?.focus()
  }
  return (
    <section className="side" aria-label="What the page sees">
      <div role="tablist" aria-label="What the page sees" className="tabs" onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.name}
            ref={(node) => {
              buttons.current[index] = node
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === current}
            aria-controls={`${id}-panel`}
            tabIndex={index === current ? 0 : -1}
            onClick={() => setCurrent(index)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current}`} className="panel">
        {tabs[current]?.content}
      </div>
    </section>
  )
}
