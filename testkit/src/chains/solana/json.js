/**
 * JSON as a node writes it: numbers of 64 bits stand there whole, which `JSON.stringify` refuses to do. Everything else is its own way.
 *
 * @param {unknown} value plain data; members that are undefined are left out
 * @returns {string}
 */
export function writeJson(value) {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`).join(',')}}`
}
