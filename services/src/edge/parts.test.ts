import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lazySite } from './parts.js'

test('error: a build that cannot be read is read again at the next request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-part-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const site = lazySite(folder)
  // Half of it, as while it is being written.
  await writeFile(join(folder, 'page.json'), '{ "index.html":')
  await expect(site()).rejects.toThrow()
  await writeFile(join(folder, 'page.json'), '{}')
  await writeFile(join(folder, 'index.html'), '<html></html>')
  expect((await site())?.pages.get('index.html')).toMatchObject({ html: '<html></html>' })
})
