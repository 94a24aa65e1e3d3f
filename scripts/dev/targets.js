/**
 * What can be built, and from what. A target is built when its entry exists; `inputs` decide whether a former build is still good.
 * With `onlyNamed` it is built for whoever asks for it by its name, and not with everything. With `script`, running its entry builds it, not Vite.
 *
 * @typedef {{ name: string, entry: string, out: string, inputs: string[], compress: boolean, onlyNamed?: boolean, script?: boolean }} Target
 */

/** Every target depends on these. */
const shared = ['package.json', 'package-lock.json', 'vite.config.ts', 'scripts/vite', 'host-sdk/build', 'protocol/src']

const sdkPackage = ['src', 'package.json', 'README.md', 'tsconfig.types.json']
  .map((name) => `host-sdk/${name}`)
  .concat('tsconfig.json', 'LICENSE')

/** @type {Target[]} */
export const targets = [
  { name: 'services', entry: 'services/src/main.ts', out: 'services/dist', inputs: [...shared, 'services/src'], compress: false },
  {
    name: 'database',
    entry: 'services/build/emptyDatabase.js',
    script: true,
    out: 'services/build/dist',
    inputs: ['package-lock.json', 'services/build', 'services/migrations'],
    compress: false,
  },
  { name: 'dialog', entry: 'dialog-app/index.html', out: 'dialog-app/dist', inputs: [...shared, 'dialog-app', 'docs'], compress: true },
  { name: 'sdk', entry: 'host-sdk/src/script.ts', out: 'host-sdk/dist/script', inputs: [...shared, 'host-sdk/src'], compress: true },
  { name: 'playground', entry: 'playground/index.html', out: 'playground/dist', inputs: [...shared, 'playground'], compress: true },
  {
    name: 'secure',
    entry: 'secure-frame/index.html',
    out: 'secure-frame/dist',
    inputs: [...shared, 'secure-frame', 'scripts/recover'],
    compress: true,
  },
  {
    name: 'sdk-npm',
    entry: 'host-sdk/src/index.ts',
    out: 'host-sdk/dist/npm',
    inputs: [...shared, ...sdkPackage],
    compress: false,
  },
  {
    name: 'views',
    entry: 'dialog-app/views.html',
    out: 'node_modules/.cache/views',
    inputs: [...shared, 'dialog-app'],
    compress: false,
    onlyNamed: true,
  },
]
