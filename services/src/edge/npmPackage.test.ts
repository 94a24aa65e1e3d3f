import { gunzipSync } from 'node:zlib'
import { urls } from '@latchkey/testkit/src/server/services.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEdge } from '../testing/edge.js'
import { writeSites } from '../testing/sites.js'
import type { Part } from './parts.js'

let sites: Awaited<ReturnType<typeof writeSites>>
let edge: Part
let unbuilt: Part

beforeAll(async () => {
  sites = await writeSites()
  edge = await openEdge(sites.folders)
  unbuilt = await openEdge({ ...sites.folders, package: `${sites.root}/missing-package` })
})
afterAll(() => sites.remove())

const get = (url: string, headers: Record<string, string> = {}, part = edge) => part(new Request(url, { headers }))

describe('the npm package', () => {
  const { host } = new URL(urls.dialog)

  test('behavior: the dialog’s origin serves it as an archive, checked again each time', async () => {
    const response = await get(`${urls.dialog}/latchkey-sdk.tgz`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'public, no-cache',
      'cross-origin-resource-policy': 'cross-origin',
    })
    // Whoever unpacks it gets what was packed: it is not compressed a second time.
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe('the npm package')
    const etag = response.headers.get('etag') ?? ''
    expect((await get(`${urls.dialog}/latchkey-sdk.tgz`, { 'if-none-match': etag })).status).toBe(304)
  })

  test('behavior: by an address instead of a name, too, where the name is not resolved', async () => {
    expect((await get('http://127.0.0.1:4100/latchkey-sdk.tgz')).status).toBe(200)
    expect((await get('http://127.0.0.1:4100/latchkey-sdk.tgz', { host })).status).toBe(200)
    expect(await (await get('http://127.0.0.1:4100/sdk.js')).text()).toBe('the API')
  })

  test('error: without a build it is 503 and says what to do', async () => {
    const response = await get(`${urls.dialog}/latchkey-sdk.tgz`, {}, unbuilt)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('npm run build')
  })
})
