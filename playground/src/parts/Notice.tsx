import type { ReactNode } from 'react'

/** A page of one message, for when there is nothing to play with. */
export function Notice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="notice">
      <h1>{title}</h1>
      {children}
    </main>
  )
}
