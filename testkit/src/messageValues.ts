import { compileMessage } from '@lingui/message-utils/compileMessage'

/** What a message is filled with: names of values in all its plural and select forms, and its elements (`<0>`), sorted. A form may leave some out. */
export function messageValues(message: string): readonly string[] {
  const found = new Set<string>()
  const collect = (tokens: unknown): void => {
    for (const token of Array.isArray(tokens) ? tokens : []) {
      if (typeof token === 'string') for (const [element] of token.matchAll(/<\d+>/g)) found.add(element)
      if (!Array.isArray(token)) continue
      found.add(token[0])
      for (const form of Object.values((token[2] ?? {}) as object)) collect(form)
    }
  }
  collect(compileMessage(message))
  return [...found].sort()
}
