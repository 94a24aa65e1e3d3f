import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { PluginOption, Rolldown, UserConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { expiry } from './dialog-app/src/wallets/walletConnect/expiries.ts'
import { classicScript } from './host-sdk/build/classicScript.ts'
import { pack } from './host-sdk/build/pack.ts'
import { types } from './host-sdk/build/types.ts'
import { useClient } from './host-sdk/build/useClient.ts'
import manifest from './package.json' with { type: 'json' }
import { recoverProgramFile } from './protocol/src/constants/recoverProgram.ts'
import { sdkPackageFile } from './protocol/src/constants/sdkPackage.ts'
import { needMachine } from './scripts/test/needMachine.js'
import { mocking, notTests, unitTests, waitTimeout } from './scripts/test/unitTests.ts'
import { compileMessages } from './scripts/vite/compileMessages.ts'
import { docsPages } from './scripts/vite/docsPages.ts'
import { fetchAgain, fetchAgainInWorker } from './scripts/vite/fetchAgain.ts'
import { firstView } from './scripts/vite/firstView.ts'
import { pageFacts } from './scripts/vite/pageFacts.ts'
import { recoverProgram } from './scripts/vite/recoverProgram.ts'
import { shellChunk } from './scripts/vite/shellChunk.ts'
import { startAgain } from './scripts/vite/startAgain.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const define = { __VERSION__: JSON.stringify(manifest.version) }

/** Numbers and sentences of the protocol are written where they are used: a chunk that uses two of them does not fetch all. */
const inlined: NonNullable<Rolldown.InputOptions['optimization']> = { inlineConst: { mode: 'all', pass: 3 } }

/**
 * What is fetched at once with an `import()`: all that the chunk imports, so that nobody waits twice. The first view names no scripts for that: the list
 * would cost every visitor 1.5 kB, what it fetches itself imports next to nothing, and the `import()` itself asks for its own file no later.
 */
const preloaded = (_file: string, imported: string[], { hostId }: { readonly hostId: string }) =>
  /^assets\/shell-/.test(hostId) ? imported.filter((name) => name.endsWith('.css')) : imported

/** A React app on an origin of its own: no inline script, hashed assets, its CSP facts beside it. */
function page(folder: string, inputs: readonly string[], output: Rolldown.OutputOptions = {}): UserConfig {
  return {
    // The original reads the browser's storage while it loads, which throws where a frame's storage is denied.
    resolve: { alias: { '@walletconnect/keyvaluestorage': path('dialog-app/src/wallets/walletConnect/libraryStorage.ts') } },
    root: path(folder),
    base: '/',
    define,
    plugins: [react(), compileMessages(), fetchAgain(), pageFacts()],
    worker: {
      format: 'es',
      plugins: () => [fetchAgainInWorker(/\/secure-frame\/src\/worker\/(?!.*\.test\.).*\.ts$/)],
      // Apart from the Worker's own script, which WebKit runs once more for chunks that import it (scripts/checks/chunks.js).
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'wallet', test: /\/secure-frame\/src\/worker\/runWorker\.ts$/ }] } } },
    },
    build: {
      outDir: path(`${folder}/dist`),
      emptyOutDir: true,
      target: 'es2022',
      manifest: 'manifest.json',
      modulePreload: { polyfill: false, resolveDependencies: preloaded },
      // Small marks of the first view travel in its style sheet; everything else is a file of its own.
      assetsInlineLimit: (file) => /\/ui\/marks\/\w+\.svg$/.test(file),
      reportCompressedSize: false,
      rolldownOptions: {
        input: inputs.map((input) => path(`${folder}/${input}`)),
        // The first view names all later files: the shortest hash that the bundler takes makes it 0.2 kB smaller.
        output: { chunkFileNames: 'assets/[name]-[hash:7].js', ...output },
        optimization: inlined,
      },
    },
  }
}

/** The same with more plugins. */
const withPlugins = (config: UserConfig, ...plugins: readonly PluginOption[]): UserConfig => ({
  ...config,
  plugins: [...plugins, ...(config.plugins ?? [])],
})

/** The same, written to another folder. */
function withOutput(config: UserConfig, folder: string): UserConfig {
  return { ...config, build: { ...config.build, outDir: path(folder) } }
}

/** What the protocol computes when it is loaded, and the SDK does not use. */
const sdkTreeshake = { manualPureFunctions: ['policy', 'RegExp', 'evmSignMethods.filter'], unknownGlobalSideEffects: false }

/** What the SDK's chunks have in common, in one chunk: left to itself the bundler makes one for each set of chunks that share something. */
const sdkShared =
  /\/(protocol\/src\/(errors|evmSignMethods|caip|families\/ids|views)|host-sdk\/src\/(modalError|expectFamily|fetchCode|frame\/pageMessages|discovery\/foreign|registry|networkId|provider\/(plainParams|notConnected)))\.ts\?lazy$/

/** The npm package's first modules that its other parts need, too: in one chunk, as each more is compressed for itself. */
const sdkBase =
  /\/(protocol\/src\/(errors|caip|newId|families\/ids)|host-sdk\/src\/(fetchCode|registry|networkId|discovery\/foreign|provider\/(family|announce)))\.ts$/

/** The npm package's entries, and the packages that an application has of its own. */
const sdkEntries = { index: 'index', networks: 'networks/index', react: 'react/index', wagmi: 'wagmi/index' }
const sdkExternal = [/^react(\/|$)/, 'wagmi', 'viem', 'penpal', 'mipd']

/** One target per built part. `npm run build` builds them all; `npx vite build --mode <target>` builds one. */
const targets: Record<string, UserConfig> = {
  dialog: withPlugins(
    page('dialog-app', ['index.html', 'refused.html'], { codeSplitting: shellChunk() }),
    firstView({ define, plugins: [compileMessages()] }),
    docsPages(path('.')),
    startAgain(),
  ),
  // Every view in every state, for screenshots and accessibility tests; never served.
  views: withOutput(page('dialog-app', ['views.html']), 'node_modules/.cache/views'),
  secure: withPlugins(page('secure-frame', ['index.html']), startAgain(), recoverProgram(recoverProgramFile)),
  playground: page('playground', ['index.html']),
  // One classic script for any page. Its chunks are fetched on demand, from beside it.
  sdk: {
    root: path('host-sdk'),
    define,
    plugins: [classicScript()],
    build: {
      outDir: path('host-sdk/dist/script'),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      reportCompressedSize: false,
      // A library, so that Vite adds no preload helper (of its own `import.meta`) to the entry.
      lib: { entry: path('host-sdk/src/script.ts'), formats: ['es'] },
      rolldownOptions: {
        treeshake: sdkTreeshake,
        preserveEntrySignatures: false,
        optimization: inlined,
        output: {
          minify: true,
          entryFileNames: 'sdk.js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'shared', test: sdkShared, includeDependenciesRecursively: false }] },
        },
      },
    },
  },
  // The npm package: readable ES modules that leave React, wagmi, viem, penpal and mipd to the application's own bundler.
  'sdk-npm': {
    root: path('host-sdk'),
    define,
    plugins: [
      // biome-ignore lint/correctness/useHookAtTopLevel: a plugin, which is called like React's "use client"
      useClient(['react']),
      types(path('host-sdk'), sdkEntries, sdkExternal),
      pack(path('host-sdk'), path('LICENSE'), sdkPackageFile),
    ],
    build: {
      outDir: path('host-sdk/dist/npm'),
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      // A library, so that Vite adds no preload helper: the application's own Vite would declare it a second time and fail.
      lib: {
        entry: Object.fromEntries(Object.entries(sdkEntries).map(([name, module]) => [name, path(`host-sdk/src/${module}.ts`)])),
        formats: ['es'],
      },
      rolldownOptions: {
        treeshake: sdkTreeshake,
        preserveEntrySignatures: 'allow-extension',
        optimization: inlined,
        external: sdkExternal,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'base', test: sdkBase, includeDependenciesRecursively: false }] },
        },
      },
    },
  },
  services: {
    root: path('services'),
    define,
    build: {
      ssr: true,
      outDir: path('services/dist'),
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: { main: path('services/src/main.ts'), indexWorker: path('services/src/indexer/indexWorker.ts') },
        // Beside each other: where files are is found from where the code runs.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: [/^@latchkey\//] },
  },
}

export default defineConfig(({ mode }) => {
  if (mode === 'test') {
    const apart = process.env.LATCHKEY_LONG && !process.env.LATCHKEY_APART ? needMachine : []
    return {
      root: path('.'),
      define,
      plugins: [compileMessages()],
      test: {
        setupFiles: ['scripts/test/leaveAsFound.ts', 'scripts/test/waitLonger.ts'],
        projects: [
          { extends: true, test: { name: 'shared', isolate: false, include: unitTests, exclude: [...notTests, ...mocking, ...apart] } },
          { extends: true, test: { name: 'alone', include: mocking } },
        ],
        // `npm run test:quick` runs what imports a changed file. A new script in package.json is no reason to run everything.
        forceRerunTriggers: [],
        // A limit for what hangs, not a measure of speed: a machine may be busy. `npm test` tries a test up to twice more, as in the browser.
        testTimeout: 90_000,
        hookTimeout: 180_000,
        // Not only the browser reports them: a file that takes longer than five minutes hears of those of the file before it.
        onUnhandledError: ({ message }) => !expiry.test(message),
        expect: { poll: { timeout: waitTimeout } },
        retry: process.env.LATCHKEY_RETRIES ? 2 : 0,
        // Twice as many as there are cores: many tests wait for a relay, a chain or a database, and leave theirs to others meanwhile.
        maxWorkers: availableParallelism() * 2,
      },
    }
  }
  const target = targets[mode]
  if (!target) throw new Error(`Unknown build target "${mode}". Known: ${Object.keys(targets).join(', ')}`)
  return target
})
