import { describe, expect, test } from 'vitest'
import { judgeCircles, judgeFile } from './arrows.js'

describe('judgeFile', () => {
  test.each([
    ['protocol/src/caip.ts', `import { z } from 'zod'`],
    ['protocol/src/messages.ts', `import { connect } from 'penpal'`],
    ['protocol/src/a.ts', `import '@latchkey/services/src/main.ts'`],
    ['services/src/a.test.ts', `import { startMailCatcher } from '../../testkit/src/mail/mailCatcher.js'`],
    ['e2e/a.spec.ts', `import { until } from '../testkit/src/until.ts'`],
    ['services/src/a.test.ts', `import { importsOf } from '../../scripts/checks/parse.js'`],
    ['services/src/a.ts', `import { until } from '@latchkey/testkit/src/until.ts'`],
    ['dialog-app/src/features/a.ts', `import { until } from '@latchkey/testkit/src/until.ts'`],
    ['testkit/src/phone/a.ts', `import { installExtension } from '../extensions/extension.ts'`],
    ['host-sdk/src/frame.ts', `import { z } from 'zod/mini'`],
    ['host-sdk/src/frame.ts', `import { useState } from 'react'`],
    ['host-sdk/src/frame.ts', `import { dialogApiSchemas } from '@latchkey/protocol/schemas'`],
    ['host-sdk/src/frame.ts', `const family = 'eip155'`],
    ['dialog-app/src/state/a.ts', `import { View } from '../views/View.js'`],
    ['dialog-app/src/state/a.ts', `import { View } from '../features/view.js'`],
    ['dialog-app/src/state/a.ts', `import type { Row } from '../features/rows.js'`],
    ['dialog-app/src/state/a.ts', `type Row = import('../features/rows.js').Row`],
    ['dialog-app/src/state/a.ts', `export type { Row } from '../features/rows.js'`],
    ['dialog-app/src/lib/a.ts', `import '../state/ui.js'`],
    ['dialog-app/src/ui/Button.tsx', `import { host } from '../bridge/host.js'`],
    ['dialog-app/src/views/A.tsx', `const later = () => import('../bridge/host.js')`],
    ['dialog-app/src/features/a.ts', `import { createBridge } from '@latchkey/protocol/bridge'`],
    ['dialog-app/src/features/a.ts', `import { connect } from 'penpal'`],
    ['dialog-app/src/features/a.ts', `localStorage.getItem('a')`],
    ['dialog-app/src/features/a.ts', `window.sessionStorage.clear()`],
    ['dialog-app/src/features/a.ts', `const answer = await fetch('/a')`],
    ['dialog-app/src/views/A.tsx', `const left = until - Date.now()`],
    ['dialog-app/src/features/a.ts', `navigator.sendBeacon('/e')`],
    ['dialog-app/src/features/a.ts', `if (id === 'eip155:1') act()`],
    ['dialog-app/src/features/session/a.ts', `import { push } from '../navigator/viewStack.js'`],
    ['dialog-app/src/features/connect/a.ts', `const later = () => import('../navigator/close.js')`],
    ['dialog-app/src/odd/a.ts', `import '../ui/Button.js'`],
    ['services/src/a.ts', `import '@latchkey/dialog-app/src/main.tsx'`],
    ['playground/src/a.ts', `import { createModal } from '@latchkey/sdk'`],
    ['playground/src/sdk/a.ts', `import { log } from '../log/log.js'`],
    ['secure-frame/src/worker/a.ts', `import { t } from '../shell/i18n.js'`],
    ['secure-frame/src/worker/a.ts', `import type { ReactNode } from 'react'`],
    ['services/src/accounts/a.ts', `import type { Vault } from '../vault/store.js'`],
    ['services/src/kms/a.ts', `import { openSecrets } from '../accounts/secrets.js'`],
    ['protocol/src/constants/a.ts', `import { name } from '../schemas/schema.js'`],
    ['protocol/src/a.ts', `import { codes } from '@latchkey/sdk'`],
    ['scripts/entry/a.js', `import { ports } from '../dev/ports.js'`],
    ['scripts/lib/a.js', `/** @param {import('../dev/ports.js').Ports} ports */ export const a = (ports) => ports`],
    ['scripts/dev/a.js', `import { host } from '@latchkey/dialog-app/src/bridge/host.ts'`],
    ['e2e/support/a.ts', `import { open } from '../relay/page.ts'`],
    ['dialog-app/src/features/a.ts', `const { localStorage: kept } = window; kept.clear(); localStorage.clear()`],
  ])('error: %s must not hold %s', (path, source) => {
    expect(judgeFile(path, source)).toHaveLength(1)
  })

  test.each([
    ['protocol/src/windowMessenger.ts', `import { connect } from 'penpal'`],
    ['protocol/src/schemas/a.ts', `import * as z from 'zod/mini'`],
    ['host-sdk/src/react/useModal.ts', `import { useState } from 'react'`],
    ['host-sdk/src/discovery/announced.ts', `const family = 'eip155'`],
    ['dialog-app/src/namespaces/eip155/index.ts', `const id = 'eip155'; import '../../api/rpc.js'`],
    ['dialog-app/src/views/A.tsx', `import { push } from '../features/view.js'; const prefetch = () => {}`],
    ['dialog-app/src/features/page/a.ts', `import { openDialog } from '../navigator/open.js'`],
    ['dialog-app/src/features/navigator/a.ts', `import { reset } from './viewStack.js'; import '../connect/rows.js'`],
    ['dialog-app/src/lib/storage.ts', `localStorage.getItem('a')`],
    ['dialog-app/src/api/http.ts', `fetch('/a')`],
    ['dialog-app/src/features/a.ts', `// uses fetch( and localStorage through api/ and lib/storage`],
    [
      'dialog-app/src/features/a.ts',
      `const sample = "import '../views/A.js'"; const pattern = /localStorage/; const text = \`fetch('/a')\``,
    ],
    ['dialog-app/src/features/a.ts', `export const settings = { caches: 1, fetch: true }; settings.fetch`],
    ['secure-frame/src/pages/A.tsx', `import { useState } from 'react'; import type { WorkerApi } from '../worker/contract.js'`],
    ['services/src/vault/a.ts', `import { audit } from '../accounts/audit.js'; import { seal } from '../kms/aead.js'`],
    [
      'e2e/a.spec.ts',
      `import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'; import { installTool } from '../scripts/lib/installTool.js'`,
    ],
    ['scripts/dev/a.js', `import { deploy } from '../../e2e/tools/contracts/deploy.js'`],
    ['services/src/a.test.ts', `import { until } from '@latchkey/testkit/src/until.ts'`],
    ['testkit/src/chains/alto.js', `import { installTool } from '../../../scripts/lib/installTool.js'`],
    ['dialog-app/src/features/a.test.ts', `import { createBridge } from '@latchkey/protocol/bridge'`],
  ])('behavior: %s may hold %s', (path, source) => {
    expect(judgeFile(path, source)).toEqual([])
  })
})

describe('judgeCircles', () => {
  const circlesOf = (files: Record<string, string>) => judgeCircles(new Map(Object.entries(files)))

  test.each([
    ['imports', `import { b } from './b.js'`, `import { a } from './a.js'`],
    ['types', `import type { B } from './b.js'`, `export type { A } from './a.js'`],
    ['import()', `const later = () => import('./b.js')`, `type A = import('./a.js').A`],
  ])('error: two files import each other by %s', (_how, a, b) => {
    expect(circlesOf({ 'services/src/gateway/a.ts': a, 'services/src/gateway/b.tsx': b })).toEqual([
      'services/src/gateway/a.ts: imports itself, in a circle of 2 files: services/src/gateway/a.ts → services/src/gateway/b.tsx → services/src/gateway/a.ts',
    ])
  })

  test('error: a file imports itself, also by the name of its package', () => {
    expect(circlesOf({ 'protocol/src/index.ts': `export type { A } from '@latchkey/protocol'` })).toHaveLength(1)
    expect(circlesOf({ 'scripts/lib/a.js': `/** @type {import('./a.js').A} */ export const a = 1` })).toHaveLength(1)
  })

  test('error: the shortest way round is told of a large circle', () => {
    const [circle] = circlesOf({
      'e2e/a.ts': `import './b.ts'`,
      'e2e/b.ts': `import './c.ts'; import './d.ts'`,
      'e2e/c.ts': `import './d.ts'`,
      'e2e/d.ts': `import './a.ts'`,
    })
    expect(circle).toContain('a circle of 4 files: e2e/a.ts → e2e/b.ts → e2e/d.ts → e2e/a.ts')
  })

  test('behavior: many ways to one file are no circle', () => {
    const source = `import './b.js'; import './c.js'`
    expect(circlesOf({ 'services/src/a.ts': source, 'services/src/b.ts': `import './c.js'`, 'services/src/c.ts': '' })).toEqual([])
  })
})
