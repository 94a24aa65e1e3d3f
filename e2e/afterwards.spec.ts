import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { readRecorded } from './attacks/recorded.ts'
import { readFolder, type Source, scanMany } from './attacks/scan.ts'
import { allMails } from './support/mail.ts'
import { readServers, type Server } from './support/server.ts'

/* Runs when all other tests are done, while their servers are still up. */

const folderOf = (app: string) => `.data/${new URL(app).port}`
const codeOf = (text: string) => /\b(\d{6})\b/.exec(text)?.[1]
const linkOf = (text: string) => /verify#(\S+)/.exec(text)?.[1]
/** Numbers of six digits that stand alone. */
const sixDigits = (text: string) => text.match(/(?<![\w.+/-])\d{6}(?![\w.+/-])/g) ?? []

/** What a server keeps. However little was done with it, its start is in both, or they were not read. */
async function readKept({ app, projectId }: Server): Promise<readonly Source[]> {
  const [database, log] = await Promise.all([readFolder(`${folderOf(app)}/database`), readFile(`${folderOf(app)}/services.log`, 'latin1')])
  expect(database).toContain(projectId)
  expect(log).toContain('"msg":"Started"')
  return [
    { name: `the database of ${app}`, text: database },
    { name: `the log of ${app}`, text: log },
  ]
}

test('error: after all tests, no seed, key, key share, code, token or ticket of any of them is in a database, log, other mail, console or address', async () => {
  test.skip(Boolean(process.env.LATCHKEY_SERVER), 'The files of a server that runs elsewhere are not here.')
  test.setTimeout(180_000)
  const recorded = await readRecorded(test.info().project.outputDir)
  const servers = readServers()
  const mails = (await Promise.all(servers.map(allMails))).flat()
  const links = mails.flatMap(({ text }) => linkOf(text) ?? []).map((value) => ({ name: 'a link', value }))
  const secrets = [...recorded.secrets, ...links]

  const kept = (await Promise.all(servers.map(readKept))).flat()
  // Each mail may hold its own link.
  const written = mails.map(({ text }, index) => ({ name: `mail ${index}`, text: text.replace(linkOf(text) ?? '', '') }))
  expect(scanMany(secrets, [...kept, ...recorded.sources, ...written])).toEqual([])

  const codes = new Set(mails.flatMap(({ text }) => (linkOf(text) ? [] : (codeOf(text) ?? []))))
  const readable = [...kept.filter(({ name }) => name.startsWith('the log')), ...recorded.sources]
  const leaked = readable.flatMap(({ name, text }) => sixDigits(text).flatMap((number) => (codes.has(number) ? `a code in ${name}` : [])))
  expect(leaked).toEqual([])

  // The search finds what is there.
  for (const { name, value } of secrets.slice(0, 20)) {
    const form = typeof value === 'string' ? value : Buffer.from(value).toString('hex')
    if (form.length >= 16)
      expect(scanMany(secrets, [{ name: 'a planted note', text: `${'x'.repeat(40)}${form}y` }])).toContain(`${name} in a planted note`)
  }
})
