import { useId } from 'react'
import { Icon } from '../../ui/Icon.js'

type SearchFieldProps = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }

/** Finds as one types. Escape empties it first and leaves only then. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const id = useId()
  return (
    <div className="field one-line">
      <label htmlFor={id}>
        <Icon name="search" size={20} />
      </label>
      <div className="in">
        <input
          id={id}
          type="search"
          data-search
          aria-label={label}
          placeholder={label}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || value === '') return
            event.preventDefault()
            onChange('')
          }}
        />
      </div>
    </div>
  )
}
