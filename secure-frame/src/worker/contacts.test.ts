import { expect, test } from 'vitest'
import { createContacts } from './contacts.js'
import { memoryKeyValue } from './storage/keyValue.js'

const [one, two] = ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222']

test('behavior: the newest first, each once, until the user signs out', async () => {
  const contacts = createContacts(memoryKeyValue(), async () => 'a user')
  await contacts.add('eip155', [one])
  await contacts.add('eip155', [two])
  await contacts.add('eip155', [one])
  expect(await contacts.of('eip155')).toEqual([one, two])
  expect(await contacts.of('solana')).toEqual([])
  await contacts.forget()
  expect(await contacts.of('eip155')).toEqual([])
})

test('behavior: whoever signs in after a session that ran out has others', async () => {
  let user: string | undefined = 'a user'
  const contacts = createContacts(memoryKeyValue(), async () => user)
  await contacts.add('eip155', [one])
  user = undefined
  expect(await contacts.of('eip155')).toEqual([])
  user = 'another one'
  expect(await contacts.of('eip155')).toEqual([])
  await contacts.add('eip155', [two])
  expect(await contacts.of('eip155')).toEqual([two])
})

test('behavior: the same user finds them again after the next sign-in', async () => {
  let user: string | undefined = 'a user'
  const contacts = createContacts(memoryKeyValue(), async () => user)
  await contacts.add('eip155', [one])
  user = undefined
  expect(await contacts.of('eip155')).toEqual([])
  user = 'a user'
  expect(await contacts.of('eip155')).toEqual([one])
})
