import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawnPictures } from './guide.js'

test('behavior: the style sheet has the pictures of the wallets that newcomers see first, and no others', () => {
  const rules = readFileSync(new URL('../../ui/walletPictures.css', import.meta.url), 'utf8')
  const drawn = [...rules.matchAll(/\[data-wallet='([^']+)'\] \{\n\s+--picture: url\('\.\.\/views\/guide\/icons\/(\w+)\.svg\?inline'\)/g)]
  expect(drawn.map(([, id, file]) => [id, file])).toEqual(
    [...drawnPictures].map(([address, id]) => [id, new URL(address).pathname.split('/').at(-1)?.replace('.svg', '')]),
  )
})
