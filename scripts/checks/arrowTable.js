/*
 * Who may import whom, as one table. `arrows.js` reads it; types and `import()` count like any other import. Tests may import any workspace, by its
 * name like everybody.
 */

/** @typedef {Readonly<Record<string, readonly string[]>>} Lists the names that each name allows */

/**
 * A workspace may import itself and what its list names.
 *
 * @type {Lists}
 */
export const workspaces = {
  protocol: [],
  'host-sdk': ['protocol'],
  'dialog-app': ['protocol'],
  'secure-frame': ['protocol'],
  services: ['protocol'],
  // Of the testkit the signers alone (see `reserved`): its test wallets sign for local chains and test networks.
  playground: ['testkit'],
  // What tests and development share, and no product code may load.
  testkit: ['protocol', 'secure-frame', 'services', 'scripts'],
  scripts: ['services', 'testkit'],
  e2e: ['protocol', 'host-sdk', 'dialog-app', 'secure-frame', 'services', 'scripts', 'testkit'],
}

/**
 * Folders of the root's own package, which reach each other by paths. From one workspace to another the way is the package's name, in tests too: so
 * each can be moved, and says in its `package.json` what it needs. What has no other way is listed, with the reason.
 *
 * @type {{ rootFolders: readonly string[], exceptions: readonly (readonly [from: RegExp, to: RegExp, why: string])[] }}
 */
export const reaches = {
  rootFolders: ['scripts', 'e2e'],
  exceptions: [
    [
      /^testkit\/src\/chains\//,
      /^scripts\/lib\/installTool\.js$|^e2e\/tools\//,
      'a tool with a lock file of its own is installed by the root',
    ],
    [/^dialog-app\/src\/testing\//, /^host-sdk\/src\/store\.ts$/, 'what a published package exports is its public API'],
  ],
}

/**
 * Inside a workspace, a folder of its sources may import itself and what its list names. `.` stands for the files beside the folders.
 *
 * @type {Readonly<Record<string, Lists>>}
 */
export const layers = {
  protocol: {
    '.': ['constants', 'errors', 'families', 'messages', 'siwx'],
    constants: ['families', '.'],
    errors: [],
    families: ['.'],
    messages: [],
    schemas: ['families', 'siwx', '.'],
    siwx: ['families', '.'],
  },
  'host-sdk': {
    '.': ['button', 'discovery', 'frame', 'mistakes', 'provider', 'wallets'],
    button: ['.', 'frame'],
    discovery: ['.', 'provider'],
    frame: ['.', 'mistakes'],
    mistakes: ['.', 'provider'],
    networks: ['.'],
    provider: ['.', 'discovery', 'wallets'],
    react: ['.', 'mistakes'],
    wagmi: ['.', 'provider'],
    wallets: ['.', 'discovery', 'frame', 'provider'],
  },
  'dialog-app': {
    // The composition root.
    '.': ['shell', 'features', 'state', 'bridge', 'lib', 'ui', 'locales'],
    // What draws the first view before the dialog runs.
    first: ['shell', 'views', 'lib', 'locales'],
    shell: ['views', 'features', 'state', 'ui', 'lib'],
    views: ['features', 'state', 'api', 'ui', 'lib'],
    features: ['state', 'wallets', 'namespaces', 'bridge', 'api', 'lib'],
    state: ['namespaces', 'wallets', 'bridge', 'api', 'lib'],
    wallets: ['namespaces', 'bridge', 'api', 'lib'],
    namespaces: ['wallets', 'bridge', 'api', 'lib'],
    bridge: ['lib'],
    api: ['lib'],
    ui: ['lib'],
    lib: ['locales'],
    locales: [],
  },
  'secure-frame': {
    '.': ['pages', 'approval', 'security', 'shell', 'ui'],
    pages: ['approval', 'security', 'shell', 'ui', 'worker'],
    security: ['approval', 'shell', 'ui', 'worker', 'locales'],
    approval: ['shell', 'ui', 'worker'],
    ui: ['shell'],
    shell: ['security', 'worker', 'locales'],
    worker: [],
    locales: [],
  },
  services: {
    // Where the server is composed.
    '.': [
      'auth',
      'analytics',
      'siwx',
      'vault',
      'accounts',
      'wallets',
      'images',
      'bundler',
      'balances',
      'history',
      'live',
      'names',
      'nfts',
      'swap',
      'onramp',
      'sessions',
      'prices',
      'chainReads',
      'gateway',
      'indexer',
      'edge',
      'api',
      'relay',
      'projects',
      'http',
      'kms',
      'mail',
      'config',
      'db',
    ],
    siwx: ['accounts', 'chainReads', 'gateway', 'api', 'kms', 'config', 'db', '.'],
    analytics: ['api', 'projects', 'http', 'db'],
    // Farcaster's registry is on a chain.
    auth: ['vault', 'accounts', 'chainReads', 'gateway', 'kms', 'mail', 'projects', 'http', 'config', 'db', '.'],
    vault: ['accounts', 'kms', 'mail', 'db'],
    accounts: ['api', 'gateway', 'kms', 'mail', 'projects', 'config', 'db', '.'],
    wallets: ['images', 'api', 'http', 'config', '.'],
    images: ['api', 'http', 'config', '.'],
    bundler: ['gateway', 'api', 'http', 'config'],
    balances: ['prices', 'chainReads', 'images', 'gateway', 'api', 'http', 'config', '.'],
    history: ['prices', 'chainReads', 'images', 'indexer', 'gateway', 'api', 'http', 'config', '.'],
    live: ['chainReads', 'indexer', 'gateway', 'api', 'config', '.'],
    names: ['chainReads', 'images', 'gateway', 'api', 'http', 'config', 'db', '.'],
    nfts: ['chainReads', 'images', 'indexer', 'gateway', 'api', 'http', 'config', '.'],
    swap: ['prices', 'chainReads', 'images', 'gateway', 'api', 'projects', 'http', 'config', '.'],
    sessions: ['chainReads', 'gateway', 'api', 'projects', 'http', 'config', 'db', '.'],
    onramp: ['prices', 'chainReads', 'gateway', 'api', 'http', 'config', 'db', '.'],
    prices: ['chainReads', 'images', 'gateway', 'api', 'http', 'config', 'db', '.'],
    chainReads: ['gateway', 'config'],
    gateway: ['api', 'projects', 'http', 'config', '.'],
    indexer: ['gateway', 'images', 'config', 'db', '.'],
    // The contracts of swaps go into the dialog's document.
    edge: ['swap', 'relay', 'projects', 'http', 'config', 'db', '.'],
    api: ['projects', 'http', 'config'],
    relay: ['projects', 'http', 'config', 'db', '.'],
    projects: ['config', 'db'],
    http: [],
    kms: ['config'],
    mail: ['http', 'config'],
    config: ['.'],
    db: ['http', '.'],
  },
  playground: {
    '.': ['cards', 'families', 'log', 'panels', 'parts', 'sdk', 'styles', 'testWallet'],
    cards: ['.', 'actions', 'parts', 'sdk', 'testWallet'],
    families: ['.', 'actions', 'log', 'parts', 'sdk', 'testWallet'],
    panels: ['.', 'log', 'parts', 'sdk'],
    parts: ['actions', 'sdk'],
    actions: ['log', 'sdk'],
    testWallet: ['.'],
    log: ['sdk'],
    sdk: ['.'],
  },
  testkit: {
    '.': [],
    chains: ['.'],
    databases: ['.'],
    extensions: ['chains', 'phone', 'signers'],
    identity: ['chains'],
    mail: [],
    phone: ['signers'],
    relay: [],
    server: ['databases'],
    signers: [],
    vault: ['server'],
  },
  scripts: {
    '.': ['bench', 'dev', 'entry', 'recover', 'test'],
    bench: ['dev', 'entry', 'lib'],
    catalog: ['entry'],
    checks: ['lib'],
    ci: ['dev', 'entry', 'lib'],
    dev: ['entry', 'lib'],
    lib: ['entry'],
    recover: [],
    test: ['entry', 'lib'],
    vite: [],
    entry: [],
  },
  e2e: {
    '.': ['attacks', 'bench', 'bridge', 'host-sdk', 'hosts', 'matrix', 'relay', 'support'],
    attacks: ['support'],
    bench: [],
    bridge: ['support'],
    browsers: ['hosts', 'support'],
    'host-sdk': ['support'],
    hosts: [],
    matrix: ['support'],
    relay: [],
    support: ['attacks', 'hosts'],
  },
}

/**
 * Where only some packages of others may be used. What a file there imports beside these is refused.
 *
 * @type {readonly (readonly [files: RegExp, package: RegExp, where: RegExp])[]}
 */
export const packages = [
  [/^protocol\/src\//, /^penpal$/, /^protocol\/src\/windowMessenger/],
  [/^protocol\/src\//, /^zod(\/|$)/, /^protocol\/src\/schemas\//],
  // Everything that the SDK loads, a customer's page loads.
  [/^host-sdk\/src\//, /^penpal$|^mipd$|^@wallet-standard\//, /^host-sdk\/src\//],
  [/^host-sdk\/src\//, /^react$|^react\//, /^host-sdk\/src\/react\//],
  [/^host-sdk\/src\//, /^wagmi$|^viem$/, /^host-sdk\/src\/wagmi\//],
]

/**
 * What belongs to some files of a workspace alone.
 *
 * @type {readonly (readonly [files: RegExp, what: RegExp, where: RegExp, why: string])[]}
 */
export const reserved = [
  [/^host-sdk\/src\//, /^protocol\/src\/schemas\//, /^$/, 'the SDK must not load the schemas'],
  [/^dialog-app\/src\//, /^penpal$|^protocol\/src\/bridge\.ts$/, /^dialog-app\/src\/bridge\//, 'only bridge/ speaks over a port'],
  [
    /^dialog-app\/src\/features\/(?!navigator\/|page\/)/,
    /^dialog-app\/src\/features\/navigator\//,
    /^$/,
    'a feature says what happened (features/events), the navigator decides what is shown',
  ],
  [/^playground\/src\//, /^testkit\/(?!src\/signers\/)/, /^$/, 'the playground shares the signers only'],
  [/^secure-frame\/src\/worker\//, /^react(-dom)?(\/|$)/, /^$/, 'the worker has no interface'],
  [
    /^secure-frame\/src\/(shell\/|main|startFrame)/,
    /^react(-(router-)?dom)?(\/|$)/,
    /^$/,
    'the framed document loads what draws when there is something to draw',
  ],
]

/**
 * Uses of the platform that belong to one folder of the dialog.
 *
 * @type {readonly (readonly [use: RegExp, where: RegExp, why: string])[]}
 */
export const platform = [
  [
    /^(localStorage|sessionStorage|indexedDB|cookieStore|caches|document\.cookie)$/,
    /^dialog-app\/src\/lib\/storage/,
    'only lib/storage touches storage',
  ],
  [
    /^Date\.now$/,
    /^dialog-app\/src\/(main\.tsx|wallets\/walletConnect\/libraryClock\.ts)$/,
    "the clock is the dialog's (`dialog.now`), and the frame's the WalletConnect library's",
  ],
  [/^(fetch|XMLHttpRequest|WebSocket|EventSource|navigator\.sendBeacon)$/, /^dialog-app\/src\/api\//, 'only api/ talks HTTP'],
]

/** Where a chain family may be called by its name: its own folder, the page's discovery and provider for it, and what defines the names. */
export const familyFiles = [
  /^dialog-app\/src\/namespaces\//,
  /^host-sdk\/src\/(discovery|wallets|provider)\/|^host-sdk\/src\/(types|networkId|standardTypes)\.ts$/,
  /^protocol\/src\/(families\/\w+|constants(\/(evmNetworks|embedded))?)\.ts$/,
  /^secure-frame\/src\/worker\/(policy|signers|approve)\/|^secure-frame\/src\/worker\/vault\/derive\.ts$/,
]

/** What does not follow the table: an import as `file → file`, or all circles of a folder. Each goes when its reason does. */
/** @type {{ circles: RegExp[], imports: string[] }} */
export const exceptions = { circles: [], imports: [] }
