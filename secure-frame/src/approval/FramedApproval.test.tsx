// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { createShell } from '../shell/store.js'
import { ShellContext } from '../ui/useShell.js'
import type { ApprovalView } from '../worker/contract.js'
import { FramedApproval } from './FramedApproval.js'

afterEach(() => vi.unstubAllGlobals())

const actions = { decide: async () => true, setLimit: async () => undefined, resized: () => undefined, attach: () => undefined }

/** The way to the wallet's own window, as the frame draws it. */
function draw(total: number): string {
  vi.stubGlobal('IntersectionObserverEntry', class {})
  const approval: ApprovalView = {
    requestId: '1',
    method: 'test',
    surface: 'window',
    position: 1,
    total,
    state: 'ready',
    digest: '00',
    content: null,
    unproven: false,
    origin: 'https://shop.example',
    verified: true,
    networkName: 'Ethereum',
  }
  return renderToStaticMarkup(
    <ShellContext value={createShell()}>
      <FramedApproval approval={approval} actions={actions} />
    </ShellContext>,
  )
}

test('behavior: where a window is needed, too, a user sees how many requests wait, and can reject all', () => {
  expect(draw(3)).toMatch(/1 of 3.*Reject all 3/s)
  expect(draw(1)).not.toMatch(/1 of 1|Reject all/)
})
