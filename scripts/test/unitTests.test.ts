import { expect, test, vi } from 'vitest'
import { listFiles, readText } from '../checks/sources.js'
import { mocking } from './unitTests.js'

test('behavior: the tests with a process of their own are those that replace a module, and no others', () => {
  const files = listFiles(/\.test\.tsx?$/)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => /^\s*vi\.(?:do)?[mM]ock\(/m.test(readText(file)))).toEqual([...mocking].sort())
})

test('behavior: a wait that names no limit lasts longer than the runner’s own second', async () => {
  const from = Date.now()
  await vi.waitFor(() => expect(Date.now() - from).toBeGreaterThan(1_200))
})
