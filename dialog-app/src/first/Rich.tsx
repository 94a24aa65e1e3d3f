/* In the place of `ui/Rich.tsx`: the same sentences, drawn once. */
import type { ReactElement } from 'react'
import { t } from './i18n.js'

type RichProps = {
  readonly id: string
  readonly parts: readonly ReactElement[]
}

/** A sentence with elements in it: `<0>…</0>` becomes the first one, around its words. */
export function Rich({ id, parts }: RichProps) {
  const pieces = t(undefined, id).split(/(<\d>.*?<\/\d>)/)
  return pieces.map((piece) => {
    const [, number, words] = /^<(\d)>(.*)</.exec(piece) ?? []
    const part = parts[Number(number)] as ReactElement<object, 'a'> | undefined
    if (!part) return piece
    const { type: Part, props } = part
    return (
      <Part key={number} {...props}>
        {words}
      </Part>
    )
  })
}
