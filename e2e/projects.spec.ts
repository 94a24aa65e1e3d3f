import manifest from '@latchkey/sdk/package.json' with { type: 'json' }
import { installTool } from '../scripts/lib/installTool.js'
import { copyProject, npmVersions, projects } from './support/projects.ts'
import { expect, test } from './support/test.ts'

/*
 * The npm package in projects that exist already, from the server that it belongs to, without a flag. Without `LATCHKEY_LONG` npm works out the
 * whole tree and installs nothing, which is where it refuses; with it, each project is installed, built, served and opened in the browser.
 */

const long = Boolean(process.env.LATCHKEY_LONG)
/** What the package brings, and nothing of it twice. */
const brought = ['@latchkey/sdk', ...Object.keys(manifest.dependencies)].map((name) => `node_modules/${name}`)

test.beforeAll(async () => {
  test.setTimeout(300_000)
  await installTool('npm-versions')
})

for (const version of npmVersions)
  for (const name of projects)
    test(`behavior: npm ${version} puts the server's package into an existing project: ${name}`, { tag: '@once' }, async ({ server }) => {
      test.setTimeout(300_000)
      const project = await copyProject(name)
      try {
        const before = await project.locked()
        // By address: names below `.localhost` are the browser's, and not every system resolves them.
        const archive = `http://127.0.0.1:${new URL(server.dialog).port}/latchkey-sdk.tgz`
        const { ok, output } = await project.npm(version, ['install', archive, '--package-lock-only'])
        expect(ok, output).toBe(true)
        const after = await project.locked()
        expect(after['node_modules/@latchkey/sdk']).toBe(manifest.version)
        const others = Object.entries(after).filter(([path, locked]) => before[path] !== locked && !brought.includes(path))
        expect(others, 'it brings nothing else, and moves nothing').toEqual([])
      } finally {
        await project.remove()
      }
    })

for (const name of projects)
  test(`behavior: an existing project builds with the package and shows the dialog: ${name}`, { tag: '@once' }, async ({
    page,
    server,
    dialog,
    problems,
  }) => {
    test.skip(!long, 'npm run test:long')
    test.setTimeout(900_000)
    const project = await copyProject(name)
    try {
      const archive = `http://127.0.0.1:${new URL(server.dialog).port}/latchkey-sdk.tgz`
      const installed = await project.npm('11', ['install', archive])
      expect(installed.ok, installed.output).toBe(true)
      const facts = { PROJECT_ID: server.projectId, DIALOG_URL: server.dialog }
      const env = Object.fromEntries(
        Object.entries(facts).flatMap(([key, value]) => ['VITE', 'NEXT_PUBLIC'].map((prefix) => [`${prefix}_${key}`, value])),
      )
      const built = await project.npm('11', ['run', 'build'], { ...env, NEXT_TELEMETRY_DISABLED: '1' })
      expect(built.ok, built.output).toBe(true)
      const site = await project.serve()
      try {
        await page.goto(`${site.origin('meadow')}/`)
        await page.getByRole('button', { name: 'Connect wallet' }).click()
        await dialog.shows('Connect')
        expect(problems).toEqual([])
      } finally {
        await site.close()
      }
    } finally {
      await project.remove()
    }
  })

// Two of them test their page as most people do: Vitest and jsdom, where nothing loads a frame. Vitest exits with 1 when a promise was rejected that nobody awaits.
for (const name of ['viem', 'wagmi3'] as const)
  test(`behavior: an existing project's own tests pass with the package, in a document without frames: ${name}`, { tag: '@once' }, async ({
    server,
  }) => {
    test.setTimeout(600_000)
    const project = await copyProject(name)
    try {
      const archive = `http://127.0.0.1:${new URL(server.dialog).port}/latchkey-sdk.tgz`
      const installed = await project.npm('11', ['install', archive])
      expect(installed.ok, installed.output).toBe(true)
      const tested = await project.npm('11', ['run', 'test'], { NODE_ENV: 'test' })
      expect(tested.ok, tested.output).toBe(true)
      expect(tested.output).not.toMatch(/Unhandled|Errors /)
    } finally {
      await project.remove()
    }
  })
