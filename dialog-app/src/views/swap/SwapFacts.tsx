import type { ReactNode } from 'react'

/** Facts of a swap, one under another: what it is, and how much. */
export function SwapFacts({ facts }: { readonly facts: readonly (readonly [label: string, value: ReactNode, tone?: string] | false)[] }) {
  return (
    <dl className="swap-facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]} className="fact">
              <dt className="muted">{fact[0]}</dt>
              <dd className={`num ${fact[2] ?? ''}`}>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
