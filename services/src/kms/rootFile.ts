import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newRootKey, type RootKey, rootKeyId } from './localKms.js'

type Written = { latchkey: 'kms-root'; keys: { id: string; createdAt: string; key: string }[] }

function parse(text: string, path: string): RootKey[] {
  const wrong = new Error(`The KMS file ${path} is damaged. Restore it from its backup; without it no wallet of this server can be opened.`)
  let written: Written
  try {
    written = JSON.parse(text) as Written
  } catch {
    throw wrong
  }
  if (written?.latchkey !== 'kms-root' || !Array.isArray(written.keys) || written.keys.length === 0) throw wrong
  return written.keys.map(({ id, createdAt, key }) => {
    const bytes = Buffer.from(String(key), 'base64')
    if (bytes.length !== 32 || rootKeyId(bytes) !== id) throw wrong
    return { id, createdAt, key: bytes }
  })
}

/** Writes a new file whole or not at all: under another name first, then linked to its own, which fails when another process was faster. */
async function create(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const root = newRootKey(new Date())
  const text = JSON.stringify({ latchkey: 'kms-root', keys: [{ ...root, key: root.key.toString('base64') }] } satisfies Written, null, 2)
  const temporary = `${path}.${root.id}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(temporary)
}

/**
 * Reads the root keys of this installation, and makes the file at the first start.
 *
 * @returns the keys, newest first, and whether the file was made now
 * @throws Error with a sentence when the file is damaged, or others may read it
 */
export async function readRootFile(path: string): Promise<{ readonly roots: readonly RootKey[]; readonly created: boolean }> {
  let created = false
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  if (!exists) {
    await create(path).catch(({ code }: NodeJS.ErrnoException) => {
      throw new Error(`The KMS file ${path} cannot be made (${code}). Name one in accounts.kms.file that this process may write.`)
    })
    created = true
  }
  const { mode } = await stat(path)
  if (process.platform !== 'win32' && mode & 0o077)
    throw new Error(`The KMS file ${path} may be read by others. Give it to one user only: chmod 600 ${path}`)
  return { roots: parse(await readFile(path, 'utf8'), path), created }
}

/**
 * The root keys of `LATCHKEY_KMS_ROOT`: base64 of 32 bytes each, newest first, separated by commas.
 *
 * @throws Error with a sentence
 */
export function rootsOf(text: string): readonly RootKey[] {
  return text.split(',').map((part) => {
    const key = Buffer.from(part.trim(), 'base64')
    if (key.length !== 32 || new Set(key).size < 8)
      throw new Error('accounts.kms.root must be base64 of 32 random bytes. Make one: openssl rand -base64 32')
    return { id: rootKeyId(key), createdAt: new Date(0).toISOString(), key }
  })
}
