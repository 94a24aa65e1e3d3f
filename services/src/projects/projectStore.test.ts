import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '../db/database.js'
import { openDatabase } from '../db/openDatabase.js'
import { projects } from '../db/schema.js'
import { createProjectStore, seedProjects } from './projectStore.js'

const seed = {
  id: 'shop',
  name: 'Shop',
  enabled: true,
  mode: 'production' as const,
  origins: ['https://*.example.com'],
  ancestors: ['https://web.telegram.org'],
  rpcOrigins: [],
  fontOrigins: [],
  features: [{ id: 'swap', isEnabled: true, config: ['uniswap'] }],
  networks: ['eip155:1'],
  defaultNetwork: 'eip155:1',
}

describe.each(everyDatabase)('createProjectStore on $kind', ({ open }) => {
  let test_: TestDatabase
  let database: OpenDatabase
  beforeAll(async () => {
    test_ = await open()
    database = await openDatabase(test_.options)
  }, 120_000)
  afterAll(async () => {
    await database.close()
    await test_.remove()
  }, 120_000)
  beforeEach(async () => {
    await database.db.delete(projects)
  })

  test('behavior: gives a seeded project with every field and a working matcher', async () => {
    await seedProjects(database.db, [seed])
    const project = await createProjectStore(database.db).get('shop')
    expect(project).toMatchObject(seed)
    expect(project?.createdAt).toBeInstanceOf(Date)
    expect(project?.match('https://a.example.com')).toBe('registered')
    expect(project?.match('http://localhost:3000')).toBeNull()
  })

  test('behavior: keeps null fields null', async () => {
    await seedProjects(database.db, [{ ...seed, features: null, networks: null, defaultNetwork: null }])
    expect(await createProjectStore(database.db).get('shop')).toMatchObject({ features: null, networks: null, defaultNetwork: null })
  })

  test('behavior: seeding again changes the project and keeps its age', async () => {
    await seedProjects(database.db, [seed])
    const before = await createProjectStore(database.db).get('shop')
    await seedProjects(database.db, [{ ...seed, name: 'New name', origins: [] }])
    const after = await createProjectStore(database.db).get('shop')
    expect(after).toMatchObject({ name: 'New name', origins: [] })
    expect(after?.createdAt).toEqual(before?.createdAt)
  })

  test('behavior: seeding leaves projects alone that it does not name', async () => {
    await seedProjects(database.db, [seed])
    await seedProjects(database.db, [{ ...seed, id: 'other' }])
    expect(await createProjectStore(database.db).get('shop')).not.toBeNull()
  })

  test('behavior: a disabled or unknown project is null', async () => {
    await seedProjects(database.db, [{ ...seed, enabled: false }])
    const store = createProjectStore(database.db)
    expect(await store.get('shop')).toBeNull()
    expect(await store.get('nobody')).toBeNull()
  })

  test('behavior: an id of another form is null without a question to the database', async () => {
    const store = createProjectStore(database.db)
    for (const id of ['', 'a b', "'; drop table projects; --", 'x'.repeat(65), '__proto__ ']) expect(store.peek(id)).toBeNull()
  })

  test('behavior: remembers for 60 seconds, then sees the change', async () => {
    let now = 0
    await seedProjects(database.db, [seed])
    const store = createProjectStore(database.db, () => now)
    await store.get('shop')
    await seedProjects(database.db, [{ ...seed, name: 'Changed' }])
    now = 59_999
    expect((await store.get('shop'))?.name).toBe('Shop')
    expect(store.peek('shop')).not.toBeUndefined()
    now = 60_000
    expect(store.peek('shop')).toBeUndefined()
    expect((await store.get('shop'))?.name).toBe('Changed')
  })

  test('behavior: what was known stays valid while the database fails; what was not known is an error', async () => {
    let now = 0
    await seedProjects(database.db, [seed])
    const store = createProjectStore(database.db, () => now)
    await store.get('shop')
    await database.db.execute(sql`alter table projects rename to away`)
    try {
      now = 120_000
      expect((await store.get('shop'))?.name).toBe('Shop')
      await expect(store.get('other')).rejects.toThrow()
    } finally {
      await database.db.execute(sql`alter table away rename to projects`)
    }
  })

  test('behavior: many callers at once ask the database once and get the same object', async () => {
    await seedProjects(database.db, [seed])
    const store = createProjectStore(database.db)
    const found = await Promise.all(Array.from({ length: 20 }, () => store.get('shop')))
    expect(new Set(found).size).toBe(1)
  })

  test('behavior: invented ids are answered from memory: a thousand of them ask the database once, one after the other or together', async () => {
    await seedProjects(database.db, [seed])
    const store = createProjectStore(database.db)
    const asked = vi.spyOn(database.db, 'select')
    try {
      await Promise.all(Array.from({ length: 500 }, (_, index) => store.get(`together-${index}`)))
      for (let index = 0; index < 500; index += 1) expect(await store.get(`invented-${index}`)).toBeNull()
      expect(asked).toHaveBeenCalledTimes(1)
    } finally {
      asked.mockRestore()
    }
  })

  test('behavior: a project that was added is found within 60 seconds', async () => {
    let now = 0
    const store = createProjectStore(database.db, () => now)
    expect(await store.get('shop')).toBeNull()
    await seedProjects(database.db, [seed])
    now = 60_000
    expect(await store.get('shop')).toMatchObject(seed)
  })

  test('behavior: opening it again finds the tables up to date and the rows in place', async () => {
    await seedProjects(database.db, [seed])
    await database.close()
    database = await openDatabase(test_.options)
    await expect(database.ping()).resolves.toBeUndefined()
    expect(await createProjectStore(database.db).get('shop')).toMatchObject(seed)
  })
})
