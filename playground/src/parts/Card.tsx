import { type ReactNode, useId } from 'react'

/** One thing to try, with its heading. */
export function Card({ title, hint, children }: { readonly title: string; readonly hint?: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint ? <p className="muted">{hint}</p> : null}
      </header>
      {children}
    </section>
  )
}
