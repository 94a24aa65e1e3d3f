import { limits } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { testDialog } from '../testing/testDialog.js'
import { record, setRecordLevel } from './record.js'
import { readRecords } from './recordLines.js'

test('behavior: errors are recorded, and less only where the page wants it', () => {
  const dialog = testDialog()
  record(dialog, 'warn', 'not this')
  record(dialog, 'error', 'this,\nin one line')
  expect(readRecords(dialog)).toMatch(/^\d{4}-\d\d-\d\dT\S+Z error this, in one line$/)
  setRecordLevel(dialog, 'debug')
  record(dialog, 'debug', 'and this')
  expect(readRecords(dialog).split('\n')).toHaveLength(2)
  setRecordLevel(dialog, 'silent')
  record(dialog, 'error', 'nothing')
  expect(readRecords(dialog).split('\n')).toHaveLength(2)
})

test('behavior: it keeps 1,024,000 bytes of UTF-8, the newest', () => {
  const dialog = testDialog()
  for (let index = 0; index < 1_500; index += 1) record(dialog, 'error', `${index} ${'ü'.repeat(600)}`)
  const kept = readRecords(dialog)
  const bytes = new TextEncoder().encode(kept).length
  expect(bytes).toBeLessThanOrEqual(limits.logBufferBytes)
  expect(bytes).toBeGreaterThan(limits.logBufferBytes - 2_000)
  expect(kept).toContain('error 1499 ')
  expect(kept).not.toContain('error 0 ')
})
