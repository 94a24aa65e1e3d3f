import { type ChangeEvent, type FormEvent, useId, useMemo, useState } from 'react'
import { t } from '../shell/i18n.js'

/** Letters that look different in every font. */
const letters = 'ACDEFHJKLMNPRTUVWXY'
const length = 4

/** A word that only this document knows: a page cannot have it typed by somebody who does not see it here. */
function newWord(): string {
  const picked = crypto.getRandomValues(new Uint32Array(length))
  return [...picked].map((number) => letters[number % letters.length]).join('')
}

/** Ways to fill the field without typing, and so without having read the word. */
const isBrought = (event: InputEvent) => /Paste|Drop|Yank|Replacement/.test(event.inputType)

/**
 * The word that has to be typed, another one for each thing that is approved.
 *
 * @param digest what would be signed
 */
export function useTypedWord(digest: string | null) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request, another word
  const word = useMemo(newWord, [digest])
  const [typed, setTyped] = useState({ word, text: '' })
  const text = typed.word === word ? typed.text : ''
  return { word, text, matches: text.trim().toUpperCase() === word, type: (value: string) => setTyped({ word, text: value }) }
}

/** Consent where no window opens and nothing tells what covers this frame: the user has to read, and to type with the focus in this document. */
export function TypedWord({ word, text, type }: Pick<ReturnType<typeof useTypedWord>, 'word' | 'text' | 'type'>) {
  const field = useId()
  const change = ({ nativeEvent, target }: ChangeEvent<HTMLInputElement>) => {
    if (nativeEvent.isTrusted && document.hasFocus()) type(target.value)
  }
  const keepOut = (event: FormEvent<HTMLInputElement>) => {
    if (isBrought(event.nativeEvent as InputEvent)) event.preventDefault()
  }
  return (
    <div className="stack gap typed">
      <label className="label" htmlFor={field}>
        {t('typed.label')} <bdi dir="ltr" className="mono typed-word">{`${word}`}</bdi>
      </label>
      <input
        id={field}
        className="field"
        value={text}
        onChange={change}
        onBeforeInput={keepOut}
        onPaste={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
        maxLength={length * 2}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        data-testid="typed"
      />
    </div>
  )
}
