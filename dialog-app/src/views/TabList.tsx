import { type KeyboardEvent, useRef } from 'react'

type TabListProps<Id extends string> = {
  readonly label: string
  readonly tabs: readonly { readonly id: Id; readonly label: string }[]
  readonly chosen: Id
  readonly panelId: string
  /** `seg`: one of a few ways. `tabs`: parts of a view, underlined. */
  readonly look?: 'seg' | 'tabs'
  readonly onChoose: (id: Id) => void
}

/** Tabs (ARIA Authoring Practices): one tab stop, arrows move and choose, Home and End go to the ends; mirrored from right to left. */
export function TabList<Id extends string>({ label, tabs, chosen, panelId, look = 'seg', onChoose }: TabListProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const now = tabs.findIndex(({ id }) => id === chosen)
    const rtl = list.current !== null && getComputedStyle(list.current).direction === 'rtl'
    const step = rtl ? -1 : 1
    const targets: Readonly<Record<string, number>> = { ArrowRight: now + step, ArrowLeft: now - step, Home: 0, End: tabs.length - 1 }
    const target = targets[event.key]
    // With Alt an arrow is the way back.
    if (target === undefined || event.altKey) return
    event.preventDefault()
    const index = (target + tabs.length) % tabs.length
    const tab = tabs[index]
    if (tab) onChoose(tab.id)
    list.current?.querySelectorAll('button')[index]?.focus()
  }
  return (
    <div className={look} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.id === chosen}
          aria-controls={panelId}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
