import { connect } from 'node:net'

/** @typedef {{ readonly url: string, readonly body: string }} Target */

const headEnd = Buffer.from('\r\n\r\n')

/** Bytes of the first answer in what came, and whether it is one of 200 with a result; null while it is not all here. */
function firstAnswer(/** @type {Buffer} */ came) {
  const end = came.indexOf(headEnd)
  if (end < 0) return null
  const head = came.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
  if (Number.isNaN(length)) throw new Error(`An answer says no length:\n${head}`)
  const bytes = end + headEnd.length + length
  return came.length < bytes ? null : { bytes, isResult: head.startsWith('HTTP/1.1 200') && came.includes('"result"', end) }
}

/**
 * Asks over kept-open connections, one question after the other on each, for some time. It speaks HTTP by hand: Node's own client would take more of the
 * processor than what is measured.
 *
 * @param {Target} target
 * @param {{ connections: number, duration: number }} load `duration` in milliseconds
 * @returns {Promise<number>} answers a second
 * @throws Error when anything else than a result is answered
 */
export async function ask({ url, body }, { connections, duration }) {
  const { hostname, host, port, pathname, search } = new URL(url)
  const head = `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
  const question = Buffer.from(`${head}\r\n\r\n${body}`)
  const started = performance.now()
  let answered = 0
  const work = () =>
    new Promise((resolve, reject) => {
      // Names below localhost are this machine's, whether its resolver knows them or not.
      const socket = connect({ host: hostname.endsWith('localhost') ? '127.0.0.1' : hostname, port: Number(port), noDelay: true })
      let came = Buffer.alloc(0)
      socket.on('connect', () => socket.write(question))
      socket.on('data', (chunk) => {
        came = came.length === 0 ? chunk : Buffer.concat([came, chunk])
        const answer = firstAnswer(came)
        if (!answer) return
        if (!answer.isResult) return socket.destroy(new Error(`Not a result: ${came.toString()}`))
        came = came.subarray(answer.bytes)
        answered += 1
        if (performance.now() - started < duration) socket.write(question)
        else socket.end()
      })
      socket.on('error', reject)
      socket.on('close', resolve)
    })
  await Promise.all(Array.from({ length: connections }, work))
  return (answered * 1_000) / (performance.now() - started)
}
