import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformWithOxc } from 'vite'

/* The examples of docs/sign-in.md, as they stand there. */

const repository = join(import.meta.dirname, '../../..')
const folder = join(repository, 'node_modules/.cache/site-servers')

/**
 * A block of the documentation.
 *
 * @param contains tells it from the other blocks in its language
 * @param replacements our own addresses, by those of the examples
 */
export async function signInExample(language: string, contains: string, replacements: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(join(repository, 'docs/sign-in.md'), 'utf8')
  const found = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(([, name, code]) => name === language && code?.includes(contains))
  if (!found?.[2]) throw new Error(`The documentation has no ${language} with ${contains}`)
  return Object.entries(replacements).reduce((code, [from, to]) => code.replaceAll(from, to), found[2])
}

/** Writes an example as a module of its own. @returns its path */
export async function writeExample(name: string, code: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${name}-${process.pid}.mjs`)
  await writeFile(path, (await transformWithOxc(code, `${name}.ts`)).code)
  return path
}

/** Runs an example in this process. */
export const loadExample = async (name: string, code: string): Promise<Record<string, unknown>> =>
  await import(/* @vite-ignore */ pathToFileURL(await writeExample(name, code)).href)
