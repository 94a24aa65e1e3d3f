/** Code that may scroll. A region that scrolls must be reachable by keyboard. */
export function CodeBlock({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  )
}
