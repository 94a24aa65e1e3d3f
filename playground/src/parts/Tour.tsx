/** Things to try, one after the other: what each is called, and what to do for it. */
export type Steps<Step extends string> = {
  readonly label: string
  readonly hints: Readonly<Record<Step, string>>
  /** Once all of it is done. */
  readonly finished: string
}

/** Where a newcomer stands. The next step says what to do. */
export function Tour<Step extends string>({ steps, done }: { readonly steps: Steps<Step>; readonly done: ReadonlySet<Step> }) {
  const names = Object.keys(steps.hints) as Step[]
  const next = names.find((step) => !done.has(step))
  return (
    <section className="tour" aria-label={steps.label}>
      <ol>
        {names.map((step) => (
          <li
            key={step}
            className={done.has(step) ? 'done' : step === next ? 'next' : ''}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className="tick" aria-hidden="true" />
            {step}
            {done.has(step) ? <span className="visually-hidden"> (done)</span> : null}
          </li>
        ))}
      </ol>
      <p role="status" className="muted">
        {next ? steps.hints[next] : steps.finished}
      </p>
    </section>
  )
}
