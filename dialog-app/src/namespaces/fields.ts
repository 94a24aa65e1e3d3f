import { readProperty } from '@latchkey/protocol'

/** A property of anything, as a text; anything else counts as absent. What wallets answer is theirs. */
export function textField(value: unknown, key: string): string | undefined {
  const found = readProperty(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}
