/** The main job, step by step. */
export const steps = ['Connect', 'Sign', 'Send', 'Switch network', 'Reload', 'Disconnect'] as const
export type Step = (typeof steps)[number]

const hints: Record<Step, string> = {
  Connect: 'Press “Connect wallet” and choose the Test wallet.',
  Sign: 'Sign a message: the page checks who signed it.',
  Send: 'Send a transaction on the local chain.',
  'Switch network': 'Move to the second local chain.',
  Reload: 'Reload the page: you stay connected.',
  Disconnect: 'Disconnect. That was the whole job.',
}

/** Where a newcomer stands. The next step says what to do. */
export function Tour({ done }: { readonly done: ReadonlySet<Step> }) {
  const next = steps.find((step) => !done.has(step))
  return (
    <section className="tour" aria-label="The main job, step by step">
      <ol>
        {steps.map((step) => (
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
        {next ? hints[next] : 'All done. Everything you saw ran on your own machine.'}
      </p>
    </section>
  )
}
