import type { ReactNode } from 'react'

type SwapFactsProps = {
  readonly facts: readonly (readonly [label: string, value: ReactNode, tone?: string])[]
  /** More of them, behind these. */
  readonly children?: ReactNode
}

/** Facts of a swap, one under another: what it is, and how much. */
export function SwapFacts({ facts, children }: SwapFactsProps) {
  return (
    <dl className="swap-facts">
      {facts.map(([label, value, tone = '']) => (
        <div key={label} className="fact">
          <dt className="muted">{label}</dt>
          <dd className={`num ${tone}`}>{value}</dd>
        </div>
      ))}
      {children}
    </dl>
  )
}
