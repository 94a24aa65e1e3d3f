import './spinner.css'

/** Something is under way: beside words that say what. */
export function Spinner() {
  return (
    <svg className="spin" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="9" pathLength="100" />
    </svg>
  )
}
