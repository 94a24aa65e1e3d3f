import { type ShapedNetwork, startShapedNetwork } from '@latchkey/testkit/src/network/shapedNetwork.ts'
import { test as base, expect } from '@playwright/test'
import { type FlowName, flows } from './matrix/flows.ts'
import { type ProfileName, profiles } from './matrix/profiles.ts'
import { type Outcome, tryOnce } from './matrix/tryOnce.ts'
import { type Hosts, serveHosts } from './support/hosts.ts'
import { readServer, type Server } from './support/server.ts'

/* Every way to connect, on every network that people have. */

/** Tries of each cell: `npm run test:matrix` says how many. Without it, a few cells are tried once. */
const tries = Number(process.env.LATCHKEY_MATRIX ?? 0)
/** Each way once, and each network at least once. */
const short: Readonly<Record<FlowName, ProfileName>> = {
  extension: 'slow',
  'phone, QR code': 'cut',
  'phone, link': 'good',
  'e-mail': 'cut',
  social: 'lossy',
  'passkey return': 'cut',
}

/** Another round of the same tries has other losses. */
const round = process.env.LATCHKEY_MATRIX_ROUND ?? ''

/** Numbers that look random, and are the same for the same cell and round. Tries, bound to their order, take the next ones. */
function luckOf(cell: string): () => number {
  let state = [...cell, ...round].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const test = base.extend<{ readonly network: ShapedNetwork }, { readonly server: Server; readonly hosts: Hosts }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      await use(readServer())
    },
    { scope: 'worker' },
  ],
  hosts: [
    async ({ server }, use) => {
      const hosts = await serveHosts(server)
      await use(hosts)
      await hosts.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
  network: async ({}, use, { title }) => {
    const network = await startShapedNetwork(luckOf(title))
    await use(network)
    await network.close()
  },
})

for (const flow of Object.keys(flows) as FlowName[])
  for (const profile of Object.keys(profiles) as ProfileName[]) {
    if (!tries && short[flow] !== profile) continue
    test(`behavior: ${flow} on a network that is ${profile} connects, or says why not`, async ({
      browser,
      server,
      hosts,
      network,
    }, info) => {
      const times = tries || 1
      test.setTimeout(times * 150_000)
      const outcomes: Outcome[] = []
      while (outcomes.length < times) {
        const outcome = await tryOnce(browser, { server, hosts, network }, flows[flow], profiles[profile])
        outcomes.push(outcome)
        const { reason, failed } = outcome
        if (reason !== 'connected')
          console.log(`${flow}, ${profile}, ${outcomes.length}: ${reason}\n${failed.map((each) => `    ${each}\n`).join('')}`)
      }
      info.annotations.push({ type: 'outcomes', description: JSON.stringify({ flow, profile, outcomes }) })
      expect(outcomes.filter(({ reason }) => reason.startsWith('unknown'))).toEqual([])
      // What holds for many tries is measured over all of them; one by itself connects.
      if (!tries) expect(outcomes.map(({ reason }) => reason)).toEqual(['connected'])
    })
  }
