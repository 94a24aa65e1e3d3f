/** What canonical JSON here may hold: RFC 8785 without numbers, so that no two languages can differ. */
export type Canonical = string | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical | undefined }

/**
 * Canonical JSON (RFC 8785) of objects, lists, strings, booleans and null: keys are sorted by UTF-16 code units, and there are no spaces. Keys whose
 * value is undefined are left out.
 *
 * @throws TypeError for a number, or anything else that is not named above
 * @example
 * canonicalJson({ b: 'x', a: [true, null] }) // '{"a":[true,null],"b":"x"}'
 */
export function canonicalJson(value: Canonical): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`Canonical JSON has no ${typeof value}`)
  const entries = Object.entries(value as Record<string, Canonical | undefined>)
    .filter((entry): entry is [string, Canonical] => entry[1] !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}
