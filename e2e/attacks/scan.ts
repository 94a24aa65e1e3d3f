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

/** Everything that a folder's files hold, byte by byte. */
export async function readFolder(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const contents = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1').catch(() => '')),
  )
  return contents.join('\n')
}
