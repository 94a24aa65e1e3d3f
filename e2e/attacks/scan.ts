import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Something that must be nowhere, by a name for the report. Bytes are looked for in every way of writing them; text also as its bytes. */
export type Secret = { readonly name: string; readonly value: string | Uint8Array }
/** Where was looked, and everything that is there. */
export type Source = { readonly name: string; readonly text: string }

/** Every way in which a secret could be written down. */
function formsOf({ value }: Secret): readonly string[] {
  const bytes = Buffer.from(value)
  const hex = bytes.toString('hex')
  const forms = [hex, hex.toUpperCase(), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('latin1')]
  if (typeof value !== 'string') return [...forms, [...bytes].join(',')]
  return [value, value.toLowerCase(), value.toUpperCase(), encodeURIComponent(value), ...forms]
}

/** A short one, a code of six digits, counts only where it stands alone: in megabytes of numbers it is a part of some by chance. */
const isIn = (text: string, form: string) =>
  form.length > 6 ? text.includes(form) : new RegExp(`(?<![\\w.+/-])${form.replace(/[^\w]/g, '\\$&')}(?![\\w.+/-])`).test(text)

/** @returns "secret in source", for each that was found */
export function scan(secrets: readonly Secret[], sources: readonly Source[]): string[] {
  return secrets.flatMap((secret) => {
    const forms = [...new Set(formsOf(secret))]
    return sources.filter(({ text }) => forms.some((form) => isIn(text, form))).map(({ name }) => `${secret.name} in ${name}`)
  })
}

/** Characters by which a secret is recognised before it is compared whole. */
const headLength = 16
const base = 16_777_619

/**
 * The same for very many secrets in very much text: one pass over it with a rolling hash (Rabin and Karp). Forms of less than 16 characters are left out.
 */
export function scanMany(secrets: readonly Secret[], sources: readonly Source[]): string[] {
  const hashOf = (head: string) =>
    [...Array(headLength).keys()].reduce((hash, index) => (Math.imul(hash, base) + head.charCodeAt(index)) | 0, 0)
  const heads = new Map<number, { readonly form: string; readonly name: string }[]>()
  for (const secret of secrets)
    for (const form of new Set(formsOf(secret)))
      if (form.length >= headLength) {
        const hash = hashOf(form)
        heads.set(hash, [...(heads.get(hash) ?? []), { form, name: secret.name }])
      }
  const leaving = Array.from({ length: headLength }).reduce<number>((power) => Math.imul(power, base), 1)
  const found = new Set<string>()
  for (const { name: place, text } of sources) {
    let hash = 0
    for (let end = 0; end < text.length; end += 1) {
      hash = (Math.imul(hash, base) + text.charCodeAt(end)) | 0
      if (end >= headLength) hash = (hash - Math.imul(text.charCodeAt(end - headLength), leaving)) | 0
      for (const { form, name } of heads.get(hash) ?? []) if (text.startsWith(form, end - headLength + 1)) found.add(`${name} in ${place}`)
    }
  }
  return [...found]
}

/** Everything that a folder's files hold, byte by byte. */
export async function readFolder(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const contents = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1').catch(() => '')),
  )
  return contents.join('\n')
}
