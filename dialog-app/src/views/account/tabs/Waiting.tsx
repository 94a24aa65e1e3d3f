/** The same boxes as the rows that follow, so that nothing moves. */
export function Waiting({ label }: { readonly label: string }) {
  return (
    <>
      <span className="visually-hidden">{label}</span>
      <ul className="list" aria-hidden="true">
        {[44, 56, 36].map((width) => (
          <li key={width} className="row bare">
            <span className="sk round" />
            <span className="stack g-2 grow">
              <span className="sk" style={{ inlineSize: width }} />
              <span className="sk" style={{ inlineSize: width + 16, blockSize: 10 }} />
            </span>
            <span className="sk" style={{ inlineSize: 64 }} />
          </li>
        ))}
      </ul>
    </>
  )
}
