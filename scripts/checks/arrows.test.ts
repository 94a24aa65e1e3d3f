import { describe, expect, test } from 'vitest'
import { judgeFile } from './arrows.js'
import { readImports } from './sources.js'

describe('readImports', () => {
  test('behavior: finds what runs, in every spelling', () => {
    const source = `
      import a from 'a'
      import { b, type B } from "b"
      import * as c from 'c'
      import 'd'
      export { e } from 'e'
      export * from 'f'
      const g = await import('g')
      import {
        h,
      } from 'h'
    `
    expect(readImports(source).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  })

  test('behavior: leaves out types, comments and code in strings', () => {
    const source = `
      import type { A } from 'a'
      import { type B, type C } from 'b'
      export type { D } from 'd'
      // import x from 'x'
      /* import y from 'y' */
      const sample = \`import z from 'z'\`
      const other = "import { w } from 'w'"
      const pattern = /import v from 'v'/
    `
    expect(readImports(source)).toEqual([])
  })
})

describe('judgeFile', () => {
  test.each([
    ['protocol/src/caip.ts', `import { z } from 'zod'`],
    ['protocol/src/messages.ts', `import { connect } from 'penpal'`],
    ['protocol/src/a.ts', `import '../../services/src/main.js'`],
    ['host-sdk/src/frame.ts', `import { z } from 'zod/mini'`],
    ['host-sdk/src/frame.ts', `import { useState } from 'react'`],
    ['host-sdk/src/frame.ts', `import { dialogApiSchemas } from '@latchkey/protocol/schemas'`],
    ['host-sdk/src/frame.ts', `const family = 'eip155'`],
    ['dialog-app/src/state/a.ts', `import { View } from '../views/View.js'`],
    ['dialog-app/src/state/a.ts', `import { View } from '../features/view.js'`],
    ['dialog-app/src/lib/a.ts', `import '../state/ui.js'`],
    ['dialog-app/src/ui/Button.tsx', `import { host } from '../bridge/host.js'`],
    ['dialog-app/src/views/A.tsx', `const later = () => import('../bridge/host.js')`],
    ['dialog-app/src/features/a.ts', `import { createBridge } from '@latchkey/protocol/bridge'`],
    ['dialog-app/src/features/a.ts', `import { connect } from 'penpal'`],
    ['dialog-app/src/features/a.ts', `localStorage.getItem('a')`],
    ['dialog-app/src/features/a.ts', `window.sessionStorage.clear()`],
    ['dialog-app/src/features/a.ts', `const answer = await fetch('/a')`],
    ['dialog-app/src/features/a.ts', `navigator.sendBeacon('/e')`],
    ['dialog-app/src/features/a.ts', `if (id === 'eip155:1') act()`],
    ['dialog-app/src/odd/a.ts', `import '../ui/Button.js'`],
    ['services/src/a.ts', `import '../../dialog-app/src/main.js'`],
    ['playground/src/a.ts', `import { createModal } from '@latchkey/sdk'`],
  ])('error: %s must not hold %s', (path, source) => {
    expect(judgeFile(path, source)).toHaveLength(1)
  })

  test.each([
    ['protocol/src/bridge.ts', `import { connect } from 'penpal'`],
    ['protocol/src/schemas/a.ts', `import * as z from 'zod/mini'`],
    ['host-sdk/src/react/useModal.ts', `import { useState } from 'react'`],
    ['host-sdk/src/discovery/announced.ts', `const family = 'eip155'`],
    ['dialog-app/src/namespaces/eip155/index.ts', `const id = 'eip155'; import '../../api/rpc.js'`],
    ['dialog-app/src/state/a.ts', `import type { Row } from '../features/rows.js'`],
    ['dialog-app/src/views/A.tsx', `import { push } from '../features/view.js'; const prefetch = () => {}`],
    ['dialog-app/src/lib/storage.ts', `localStorage.getItem('a')`],
    ['dialog-app/src/api/http.ts', `fetch('/a')`],
    ['dialog-app/src/features/a.ts', `// uses fetch( and localStorage through api/ and lib/storage`],
    ['dialog-app/src/features/a.test.ts', `import { createBridge } from '@latchkey/protocol/bridge'`],
  ])('behavior: %s may hold %s', (path, source) => {
    expect(judgeFile(path, source)).toEqual([])
  })
})
