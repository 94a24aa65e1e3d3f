/** Reads a member of anything: what wallets answer is theirs. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** The same, as a text; anything else counts as absent. */
export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}
