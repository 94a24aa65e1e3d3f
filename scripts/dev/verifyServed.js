import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../entry/root.js'
import { askByHost } from '../lib/askByHost.js'
import { hashBuild } from './hashes.js'

/** @typedef {{ status: number, bytes: Buffer }} Answer */

/** The element that the server writes into a document: data of the installation, which a browser does not run. */
const boot = /<script type="application\/json" id="[\w-]+">[^<]*<\/script>(?=<\/head>)/

const hashOf = (/** @type {string | Buffer} */ body) => createHash('sha256').update(body).digest('hex')

/** @returns {Promise<Answer>} */
async function ask(/** @type {string} */ url) {
  // Node does not resolve names below `.localhost` everywhere.
  if (new URL(url).hostname.endsWith('.localhost')) return askByHost(url)
  const response = await fetch(url, { redirect: 'error' })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** @returns {Promise<{ version: string, origins: { dialog: string, secure: string } }>} */
async function installationAt(/** @type {string} */ url) {
  const { status, bytes } = await ask(`${url}/.well-known/latchkey.json`)
  if (status !== 200) throw new Error(`${url} does not say which build it serves (${status}).`)
  return JSON.parse(bytes.toString())
}

/**
 * Compares every file that an installation serves with the build of this clone. Of what the installation says of itself, only where its origins are
 * is believed.
 *
 * @param {{ url: string, project?: string, origin?: string }} options `url` of its dialog; a project and the origin of a page of it
 * @returns {Promise<{ compared: number, differences: string[] }>}
 * @throws Error when it cannot be asked
 */
export async function verifyServed({ url, project, origin }) {
  const { origins, version } = await installationAt(url)
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version
  const { files } = await hashBuild(root, own)
  const page = project && origin ? `/?${new URLSearchParams({ project, origin })}` : undefined
  /** Where documents are: the file's name is none of their paths. */
  const documents = /** @type {Record<string, string | undefined>} */ ({
    [`${origins.dialog}/index.html`]: page && origins.dialog + page,
    [`${origins.dialog}/refused.html`]: `${origins.dialog}/`,
    [`${origins.secure}/index.html`]: `${origins.secure}/`,
  })
  const expected = [
    ...Object.entries({ ...files.dialog, ...files.sdk }).map(([path, hash]) => [origins.dialog + path, hash]),
    ...Object.entries(files.secure).map(([path, hash]) => [origins.secure + path, hash]),
  ]
  const differences = version === own ? [] : [`The installation runs version ${version}, this clone is ${own}.`]
  let compared = 0
  for (const [file = '', hash] of expected) {
    const isDocument = file in documents
    // The pages of the documentation have no ending in their addresses.
    const place = isDocument ? documents[file] : file.replace(/^(.*\/docs)\/index\.html$|\.html$/, '$1')
    if (!place) continue
    compared += 1
    const { bytes } = await ask(place)
    if (hashOf(isDocument ? bytes.toString().replace(boot, '') : bytes) !== hash) differences.push(`${file}: differs`)
  }
  return { compared, differences }
}
