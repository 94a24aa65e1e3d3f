import { networkInterfaces } from 'node:os'

const usage = 'Usage: npm start -- [--port N] [--json] [--bundler] [--host [NAME]] [--url PART=ORIGIN …]'
const parts = ['app', 'dialog', 'secure', 'api']

/** The address at which others in the network reach this machine. */
function ownAddress() {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

/** @returns {[part: string, origin: string]} */
function readUrl(/** @type {string} */ text) {
  const [, part = '', origin = ''] = /^(\w+)=(.+)$/.exec(text) ?? []
  if (parts.includes(part) && /^https?:\/\/[^/\s]+\/?$/.test(origin) && URL.canParse(origin)) return [part, new URL(origin).origin]
  throw new Error(`--url takes a part (${parts.join(', ')}) and its origin, as in --url dialog=https://dialog.example.dev. ${usage}`)
}

/**
 * `host`: where other devices reach this machine; `urls`: origins that lead here.
 *
 * @typedef {{ port: number, json: boolean, bundler: boolean, host: string | undefined, urls: Record<string, string> | undefined }} Arguments
 */

/**
 * Reads the command line of `npm start`.
 *
 * @param {string[]} args
 * @returns {Arguments}
 * @throws Error with a sentence
 */
export function readArguments(args) {
  let port = 4100
  let json = false
  let bundler = false
  /** @type {string | undefined} */
  let host
  /** @type {Record<string, string> | undefined} */
  let urls
  for (let index = 0; index < args.length; index++) {
    const [, name, inline] = /^([^=]*)(?:=(.*))?$/s.exec(args[index] ?? '') ?? []
    if (name === '--json') json = true
    else if (name === '--bundler') bundler = true
    else if (name === '--host') {
      const next = args[index + 1]
      host = inline ?? (next === undefined || next.startsWith('-') ? ownAddress() : args[++index])
      if (host === undefined) throw new Error(`This machine is in no network. Name the host: npm start -- --host NAME. ${usage}`)
      if (!/^[\w-]+(\.[\w-]+)*$/.test(host)) throw new Error(`--host must be a name or an IPv4 address, such as 192.168.1.5. ${usage}`)
    } else if (name === '--url') {
      const [part, origin] = readUrl(inline ?? args[++index] ?? '')
      urls = { ...urls, [part]: origin }
    } else if (name === '--port') {
      const text = inline ?? args[++index] ?? ''
      port = /^\d+$/.test(text) ? Number(text) : Number.NaN
      if (!(port >= 1 && port <= 65_516)) throw new Error(`--port must be a number from 1 to 65516. ${usage}`)
    } else throw new Error(`Unknown option ${args[index]}. ${usage}`)
  }
  const missing = urls && parts.find((part) => part !== 'app' && !urls?.[part])
  if (missing) throw new Error(`--url ${missing}=… is missing: page, dialog, secure frame and API are separate origins. ${usage}`)
  if (urls && host !== undefined) throw new Error(`--host and --url are two ways to name the same addresses. ${usage}`)
  return { port, json, bundler, host, urls }
}
