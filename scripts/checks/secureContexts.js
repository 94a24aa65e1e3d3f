import { lineAt, parse, walk } from './parse.js'
import { listFiles, readText } from './sources.js'

/** @import { Node } from './parse.js' */

/**
 * What browsers have in secure contexts only (https and localhost): on any other page it is undefined.
 * https://developer.mozilla.org/docs/Web/Security/Secure_Contexts/features_restricted_to_secure_contexts
 *
 * @type {Readonly<Record<string, ReadonlySet<string>>>}
 */
const members = {
  crypto: new Set(['randomUUID', 'subtle']),
  document: new Set(['hasStorageAccess', 'requestStorageAccess', 'browsingTopics']),
  navigator: new Set(
    [
      ['bluetooth', 'canShare', 'clearAppBadge', 'clipboard', 'contacts', 'credentials', 'devicePosture', 'geolocation', 'getBattery'],
      ['getInstalledRelatedApps', 'gpu', 'hid', 'keyboard', 'locks', 'login', 'mediaDevices', 'ml', 'permissions', 'presentation'],
      ['registerProtocolHandler', 'requestMIDIAccess', 'requestMediaKeySystemAccess', 'serial', 'serviceWorker', 'setAppBadge', 'share'],
      ['storage', 'storageBuckets', 'unregisterProtocolHandler', 'usb', 'userAgentData', 'virtualKeyboard', 'wakeLock', 'xr'],
    ].flat(),
  ),
}
const globals = new Set(
  [
    ['AudioWorkletNode', 'Notification', 'PaymentRequest', 'PublicKeyCredential', 'PushManager', 'ServiceWorker', 'WebTransport', 'caches'],
    ['cookieStore', 'showDirectoryPicker', 'showOpenFilePicker', 'showSaveFilePicker'],
  ].flat(),
)

/** Where one is used as if it were there, and why it is. */
export const guarded = /** @type {readonly (readonly [path: RegExp, name: string, why: string])[]} */ ([
  [/^secure-frame\/src\/worker\//, 'subtle', 'the document starts the Worker in a secure context only (shell/connectDialog.ts)'],
  [/^dialog-app\/src\/features\/money\/send\/scan\/camera\.ts$/, 'mediaDevices', 'nothing opens the camera before `hasCamera` was true'],
])

/** The name of a plain or a quoted member; of a computed one it is not known. */
const nameOf = (/** @type {Node} */ { property, computed }) => (computed ? property.value : property.name)

/** `crypto` of `crypto`, `globalThis.crypto`, `window.navigator`. */
const objectOf = (/** @type {Node} */ node) => (node.type === 'MemberExpression' ? nameOf(node) : node.name)

/**
 * Finds what would throw on a page that is no secure context. Asking whether it is there is allowed (`?.`, `typeof`, `in`, a condition), and so is
 * using it where a `catch` hears that it was not.
 *
 * @param {string} path from the root
 * @param {string} source
 * @returns {string[]} findings, each with its line
 * @example judgeContexts('dialog-app/src/a.ts', 'crypto.randomUUID()').length // 1
 */
export function judgeContexts(path, source) {
  const { program } = parse(path, source)
  /** @type {Map<Node, Node | null>} */
  const parents = new Map()
  /** @type {[node: Node, name: string][]} */
  const uses = []
  // A name like `constructor` is every object's own.
  const membersOf = (/** @type {Node} */ node) => {
    const name = objectOf(node)
    return Object.hasOwn(members, name) ? members[name] : undefined
  }
  walk(program, (node, parent) => {
    parents.set(node, parent)
    if (node.type === 'MemberExpression') {
      const name = nameOf(node)
      if (membersOf(node.object)?.has(name)) uses.push([node, name])
      else if (globals.has(name) && ['globalThis', 'window', 'self'].includes(node.object.name)) uses.push([node, name])
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' && node.init)
      for (const { key } of node.id.properties) if (key && membersOf(node.init)?.has(key.name)) uses.push([node, key.name])
    const isKey = (parent?.type === 'MemberExpression' || parent?.type === 'Property') && node !== parent.object && node !== parent.value
    if (node.type === 'Identifier' && globals.has(node.name) && !isKey && !parent?.type.startsWith('TS')) uses.push([node, node.name])
  })

  const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
  /** A `catch` of the same function hears it. */
  function isCaught(/** @type {Node} */ node) {
    for (let at = node, above = parents.get(at); above && !functions.has(at.type); at = above, above = parents.get(above))
      if (above.type === 'TryStatement' && above.block === at && above.handler) return true
    return false
  }
  /** A condition around it has asked for the same name. */
  function isAsked(/** @type {Node} */ node, /** @type {string} */ name) {
    for (let at = node, above = parents.get(at); above; at = above, above = parents.get(above)) {
      const test = above.type === 'LogicalExpression' ? above.left : above.test
      if (test && (test === at || new RegExp(`\\b${name}\\b`).test(source.slice(test.start, test.end)))) return true
      // `if (!navigator.locks) return` before it.
      if (above.type === 'BlockStatement')
        for (const { type, test: asked, consequent, start } of above.body)
          if (type === 'IfStatement' && start < node.start && /^(return|throw)\b/.test(source.slice(consequent.start, consequent.end)))
            if (new RegExp(`(!|\\bin\\b|typeof).*\\b${name}\\b|\\b${name}['"]? in\\b`, 's').test(source.slice(asked.start, asked.end)))
              return true
    }
    return false
  }
  return uses.flatMap(([node, name]) => {
    const parent = parents.get(node)
    const isOptional = parent?.optional && (parent.object === node || parent.callee === node)
    if (isOptional || (parent?.type === 'UnaryExpression' && parent.operator === 'typeof') || isCaught(node) || isAsked(node, name))
      return []
    if (guarded.some(([place, allowed]) => allowed === name && place.test(path))) return []
    return [
      `${path}:${lineAt(source, node.start)}: ${name} exists in secure contexts only: ask for it with "?." or guard it (newId() for ids)`,
    ]
  })
}

/** A page on plain http is no secure context: what browsers leave out there may not end the dialog. */
export function check() {
  const files = listFiles(/^(protocol|host-sdk|dialog-app|secure-frame|playground)\/src\/.*\.tsx?$/).filter(
    (path) => !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(path),
  )
  const unused = guarded.filter(([place, name]) => !files.some((path) => place.test(path) && readText(path).includes(`.${name}`)))
  return {
    findings: [
      ...files.flatMap((path) => judgeContexts(path, readText(path))),
      ...unused.map(([place, name]) => `scripts/checks/secureContexts.js: nothing at ${place} uses ${name} any more`),
    ],
    summary: `${files.length} modules use nothing unasked that only secure contexts have`,
  }
}
