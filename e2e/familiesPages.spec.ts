import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { use } from './support/familyCalls.ts'
import { expect, test } from './support/test.ts'

/* What the chain families cost a page that does not use them, and wallets that come late. */

test('behavior: a page with EVM only fetches nothing of the other families; one with Solana nothing of its sisters @once', async ({
  page,
  hosts,
  install,
  dialog,
  server,
  expectProblems,
}) => {
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  // The project has EVM networks only.
  expectProblems(
    `warning: [latchkey] The option networks names "${solana}", which is no network of the project, and it is left out. See ${server.dialog}/docs/options#networks`,
  )
  await install()
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url().replace(/^.*\/chunks\/(\w+)-.*$/, '$1')))
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('Harbor')
  await dialog.closed()
  expect(fetched).toContain('runtime')
  for (const chunk of ['discovery', 'solana', 'bip122', 'polkadot', 'cosmos']) expect(fetched).not.toContain(chunk)

  await page.goto(hosts.url('field', 'script', { networks: `eip155:31337 ${solana}` }))
  await expect.poll(() => fetched).toContain('solana')
  for (const chunk of ['bip122', 'polkadot', 'cosmos']) expect(fetched).not.toContain(chunk)

  // Networks of the project, which the page learns from the dialog.
  await page.goto(hosts.url('wood', 'script', { projectId: server.projects.families, preload: 'idle' }))
  await expect.poll(() => fetched).toEqual(expect.arrayContaining(['bip122', 'polkadot', 'cosmos']))
})

test('behavior: a wallet that registers late is found; closing the dialog is 4001 @once', async ({
  page,
  context,
  hosts,
  dialog,
  server,
}) => {
  const harbor = await familyExtensions.solana(context, server, { late: true })
  await page.goto(hosts.url('meadow', 'npm', { projectId: server.projects.families }))
  const closing = use(page, 'standard:connect')
  await dialog.shows('Connect')
  await dialog.button('Close').click()
  expect(await closing).toMatchObject({ code: 4001 })
  const connecting = use(page, 'standard:connect')
  await dialog.shows('Connect')
  await harbor.appear()
  await dialog.choose('Harbor')
  expect((await connecting).output).toMatchObject({ accounts: [{ address: harbor.addresses[0] }] })
})
