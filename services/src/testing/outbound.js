import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { env } from 'node:process'

/*
 * Loaded before everything else by a process and its threads (`node --import`): writes down whom it wants to reach, in the file that LATCHKEY_OUTBOUND
 * names. Whoever connects in Node, a `fetch`, a driver, a mailer, comes through here.
 */

const file = env.LATCHKEY_OUTBOUND
const note = (/** @type {string} */ what) => {
  if (file) appendFileSync(file, `${what}\n`)
}

// Not imported: their default exports are what `require` gives to everybody, Node's own parts among them.
const net = process.getBuiltinModule('node:net')
const dns = process.getBuiltinModule('node:dns')
const dgram = process.getBuiltinModule('node:dgram')

/**
 * Calls `note` with what is given to a function, and then the function.
 *
 * @param {any} object any, because names and types of what is wrapped differ
 * @param {string} name
 * @param {(...values: any[]) => string | undefined} say undefined for what leaves no machine
 */
function wrap(object, name, say) {
  const own = object[name]
  object[name] = function wrapped(/** @type {any[]} */ ...values) {
    const said = say(...values)
    if (said !== undefined) note(said)
    return own.apply(this, values)
  }
}

wrap(net.Socket.prototype, 'connect', (first, second) => {
  // What `net.connect` made of its arguments comes as a list.
  const options = Array.isArray(first) ? first[0] : first
  if (typeof options === 'number') return `connect ${typeof second === 'string' ? second : 'localhost'}:${options}`
  if (typeof options === 'string' || options.path) return undefined
  return `connect ${options.host ?? 'localhost'}:${options.port}`
})
for (const one of [dns, dns.promises])
  for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveTxt', 'resolveMx', 'resolveSrv', 'reverse'])
    wrap(one, name, (host) => `lookup ${host}`)
wrap(dgram.Socket.prototype, 'send', () => 'datagram')
wrap(dgram.Socket.prototype, 'connect', () => 'datagram')
syncBuiltinESMExports()
note('watching')
