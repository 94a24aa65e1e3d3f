import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServices } from '../startServices.js'

describe('the description of the API', () => {
  let database: TestDatabase
  let running: RunningServices
  beforeAll(async () => {
    const [kind] = databases
    database = await (kind ?? expect.fail('There is no database.')).open()
    running = await startTestServices({ database: database.options, node: 'http://127.0.0.1:9' })
  }, 120_000)
  afterAll(async () => {
    await running?.close()
    await database?.remove()
  }, 120_000)
  const describedPaths = async () => {
    const { json } = await ask(running.port, `${urls.api}/openapi.json`)
    return { json, paths: (json as { paths: Record<string, Record<string, unknown>> }).paths }
  }

  test('behavior: is valid OpenAPI 3.1', async () => {
    const { json } = await describedPaths()
    const { valid, errors } = await new Validator().validate(structuredClone(json) as Parameters<Validator['validate']>[0])
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  test('behavior: every endpoint is on the page, with its answers', async () => {
    const page = await ask(running.port, `${urls.api}/docs`)
    expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)])
    const { paths } = await describedPaths()
    const missing = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).filter((method) => !page.text.includes(`<code>${method.toUpperCase()} ${path}</code>`)),
    )
    expect(Object.keys(paths).length).toBeGreaterThan(15)
    expect(missing).toEqual([])
    expect(page.text).toContain('Retry-After says when to come back')
  })

  test('security: the page runs and loads nothing', async () => {
    const { headers, text } = await ask(running.port, `${urls.api}/docs`)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
    expect(text).not.toMatch(/<(?:script|link|img|iframe)|javascript:|style="/i)
  })
})
