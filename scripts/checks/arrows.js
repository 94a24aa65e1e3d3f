import { posix } from 'node:path'
import { listFiles, readImports, readText, stripComments } from './sources.js'

/**
 * Who may import whom (DESIGN.md, section 4). Imports of types do not count: they are gone when the code runs.
 * Tests may reach across, because nothing ships them.
 */

const workspaces = ['protocol', 'host-sdk', 'dialog-app', 'secure-frame', 'services', 'playground']

/** Inside the dialog, arrows point down. A folder may import itself and what its list names. */
const dialogLayers = {
  shell: ['views', 'features', 'state', 'ui', 'lib'],
  views: ['features', 'state', 'ui', 'lib'],
  features: ['state', 'wallets', 'namespaces', 'bridge', 'api', 'lib'],
  state: ['namespaces', 'wallets', 'bridge', 'api', 'lib'],
  wallets: ['namespaces', 'bridge', 'api', 'lib'],
  namespaces: ['wallets', 'bridge', 'api', 'lib'],
  bridge: ['lib'],
  api: ['lib'],
  ui: ['lib'],
  lib: ['locales'],
  locales: [],
}

/** Packages that the host SDK may load, by the folder that may. Everything it loads, a customer's page loads. */
const sdkPackages = [
  [/^penpal$|^mipd$|^@wallet-standard\//, /^host-sdk\/src\//],
  [/^react$|^react\//, /^host-sdk\/src\/react\//],
  [/^wagmi$|^viem$/, /^host-sdk\/src\/wagmi\//],
]

const families = /['"`](eip155|solana|bip122|polkadot|cosmos)(:[^'"`]*)?['"`]/
/** Where a chain family may be called by its name: its own folder, the page's discovery and provider for it, and what defines the names. */
const familyFiles = [
  /^dialog-app\/src\/namespaces\//,
  /^host-sdk\/src\/(discovery|wallets|provider)\/|^host-sdk\/src\/(types|networkId|standardTypes)\.ts$/,
  /^protocol\/src\/(entities|methods|constants(\/(networks|evmNetworks|embedded))?)\.ts$/,
  /^secure-frame\/src\/worker\/(policy|signers|approve)\/|^secure-frame\/src\/worker\/vault\/derive\.ts$/,
]

const isTest = (path) => /\.test\.tsx?$/.test(path) || /\/testing\//.test(path)

/** The project file that a relative import means, without its ending. */
const resolve = (path, specifier) => posix.normalize(posix.join(posix.dirname(path), specifier)).replace(/\.(js|ts|tsx|json)$/, '')

/** @returns {string | undefined} why this import is not allowed */
function judgeImport(path, specifier) {
  const workspace = path.split('/')[0]
  if (specifier.startsWith('.')) {
    const target = resolve(path, specifier)
    if (!target.startsWith(`${workspace}/`)) return `leaves its workspace for ${target}`
    return workspace === 'dialog-app' ? judgeLayer(path, target) : undefined
  }
  if (specifier.startsWith('@latchkey/') && !specifier.startsWith('@latchkey/protocol')) return `imports another app (${specifier})`
  if (workspace === 'protocol') {
    if (specifier === 'penpal' && /^protocol\/src\/bridge/.test(path)) return undefined
    if (/^zod(\/|$)/.test(specifier) && path.startsWith('protocol/src/schemas/')) return undefined
    return `the protocol imports nobody, not ${specifier}`
  }
  if (workspace === 'host-sdk') {
    if (specifier === '@latchkey/protocol' || specifier === '@latchkey/protocol/bridge') return undefined
    const allowed = sdkPackages.some(([packages, files]) => packages.test(specifier) && files.test(path))
    return allowed ? undefined : `the SDK must not load ${specifier}`
  }
  if (workspace === 'dialog-app' && /^penpal$|^@latchkey\/protocol\/bridge$/.test(specifier) && !path.startsWith('dialog-app/src/bridge/'))
    return `only bridge/ touches ${specifier}`
  return undefined
}

function judgeLayer(path, target) {
  const layer = (file) => /^dialog-app\/src\/([^/]+)\//.exec(file)?.[1]
  const from = layer(path)
  const to = layer(target)
  if (!from || !to || from === to) return undefined
  const allowed = dialogLayers[from]
  if (!allowed) return `folder ${from}/ has no place in the dialog's layers`
  return allowed.includes(to) ? undefined : `${from}/ must not import ${to}/ (${target})`
}

/** Uses of the platform that belong to one folder of the dialog. */
const dialogGlobals = [
  [
    /(?<![\w.$])(?:window\.|globalThis\.|self\.)?(localStorage|sessionStorage|indexedDB|cookieStore|caches)\b(?!\s*[:?])/,
    /^dialog-app\/src\/lib\/storage/,
    'only lib/storage touches storage',
  ],
  [/\bdocument\.cookie\b/, /^dialog-app\/src\/lib\/storage/, 'only lib/storage touches storage'],
  [
    /(?<![\w.$])(?:(?:window|globalThis|self)\.)?(?:fetch\s*\(|new (?:XMLHttpRequest|WebSocket|EventSource)\b)|\bsendBeacon\b/,
    /^dialog-app\/src\/api\//,
    'only api/ talks HTTP',
  ],
]

/**
 * Judges one file.
 *
 * @param {string} path from the root
 * @param {string} source
 * @returns {string[]} findings, one sentence each
 */
export function judgeFile(path, source) {
  if (isTest(path)) return []
  const findings = readImports(source)
    .map((specifier) => judgeImport(path, specifier))
    .filter(Boolean)
  const code = stripComments(source)
  const workspace = path.split('/')[0]
  if (workspace === 'dialog-app') for (const [use, files, why] of dialogGlobals) if (use.test(code) && !files.test(path)) findings.push(why)
  if (['protocol', 'host-sdk', 'dialog-app', 'secure-frame'].includes(workspace) && !familyFiles.some((files) => files.test(path))) {
    const literal = families.exec(code)
    if (literal) findings.push(`names the chain family ${literal[0]}`)
  }
  return findings.map((finding) => `${path}: ${finding}`)
}

/** Dependency arrows over the whole tree. */
export function check() {
  const files = listFiles(new RegExp(`^(${workspaces.join('|')})/src/.*\\.tsx?$`)).filter((path) => !path.endsWith('.d.ts'))
  const findings = files.flatMap((path) => judgeFile(path, readText(path)))
  return { findings, summary: `${files.length} files follow the dependency arrows` }
}
