/** Two digits that the user picks in another window: what proves that both are the same user's. */
export function PickNumber({ number, label }: { readonly number: string; readonly label: string }) {
  return (
    <p className="pick muted" role="status">
      <span>{label}</span>
      <b>
        <bdi dir="ltr">{number}</bdi>
      </b>
    </p>
  )
}
