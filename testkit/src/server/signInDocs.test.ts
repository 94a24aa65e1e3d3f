import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { signInExample } from './signInDocs.js'

const hasPython = spawnSync('python3', ['--version']).status === 0

/** What the example in Python says of a proof, to a server that answers this. */
async function askInPython(status: number, answer: object) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const code = await signInExample('python', 'urllib', { 'https://api.example.com': url })
  const { stdout } = await promisify(execFile)('python3', ['-c', `${code}\nprint(verify({}, "nonce"))`])
  return stdout.trim()
}

describe.runIf(hasPython)('the example in Python', () => {
  test('behavior: says who signed, and None when the signature does not count', async () => {
    expect(await askInPython(200, { address: '0xabc' })).toBe('0xabc')
    expect(await askInPython(401, { reasons: [] })).toBe('None')
  })

  test('error: an answer that is about no signature is nothing that a site could take for an address', async () => {
    for (const status of [400, 429, 503]) await expect(askInPython(status, { reasons: [] })).rejects.toThrow('HTTPError')
  })
})
