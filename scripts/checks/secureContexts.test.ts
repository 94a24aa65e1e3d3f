import { describe, expect, test } from 'vitest'
import { judgeContexts } from './secureContexts.js'

const judge = (source: string, path = 'dialog-app/src/ui/a.ts') => judgeContexts(path, source)

describe('judgeContexts', () => {
  test.each([
    'const id = crypto.randomUUID()',
    'const id = globalThis.crypto.randomUUID()',
    "const id = crypto['randomUUID']()",
    'const { randomUUID } = crypto',
    'export const digest = (data: Uint8Array<ArrayBuffer>) => crypto.subtle.digest("SHA-256", data)',
    'navigator.clipboard.writeText("a").catch(() => {})',
    'const { clipboard } = navigator',
    'export const start = () => window.navigator.locks.request("a", () => 1)',
    'navigator.serviceWorker.register("/a.js")',
    'void navigator.storage.persist()',
    'navigator.mediaDevices.getUserMedia({ video: true })',
    'void navigator.credentials.get({})',
    'void caches.open("a")',
    'void self.caches.open("a")',
    'PublicKeyCredential.isConditionalMediationAvailable()',
    // The promise that is made later is not heard by this `catch`.
    'try { setTimeout(() => navigator.clipboard.writeText("a")) } catch {}',
    'if (navigator.locks) run(); navigator.locks.request("a", run)',
  ])('error: %s', (source) => {
    expect(judge(source)).toHaveLength(1)
  })

  test.each([
    'const id = crypto.getRandomValues(new Uint8Array(16))',
    'export const copy = () => navigator.clipboard?.writeText("a")',
    'const has = typeof navigator.clipboard?.readText === "function"',
    'const has = navigator.canShare?.({ text: "a" }) ?? false',
    'export async function copy() { try { await navigator.clipboard.writeText("a") } catch { show() } }',
    'if (navigator.locks) navigator.locks.request("a", run)',
    'export function open() { if (!navigator.locks) return; return { locks: navigator.locks } }',
    'const locks = "locks" in navigator ? navigator.locks : undefined',
    'if ("PublicKeyCredential" in globalThis) PublicKeyCredential.parse()',
    'export const storage = own.storage.get("a")',
    '// crypto.randomUUID()',
    'const text = "crypto.randomUUID()"',
  ])('behavior: %s', (source) => {
    expect(judge(source)).toEqual([])
  })

  test('behavior: the keys are used in the Worker, which is started in secure contexts only', () => {
    const source = 'export const digest = crypto.subtle.digest("SHA-256", data)'
    expect(judge(source, 'secure-frame/src/worker/vault/slots.ts')).toEqual([])
    expect(judge(source, 'secure-frame/src/shell/store.ts')).toHaveLength(1)
  })
})
