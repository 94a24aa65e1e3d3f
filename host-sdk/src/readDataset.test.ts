import { pageOptions } from '@latchkey/protocol/schemas/pageOptions'
import { describe, expect, test } from 'vitest'
import { readDataset } from './readDataset.js'

describe('readDataset', () => {
  test('behavior: an option with one value is an attribute, and what the page says about itself', () => {
    const icon = 'https://shop.example/icon.svg'
    expect(readDataset({ projectId: 'shop', themeMode: 'dark', basicMode: '', enableReconnect: 'false', icon })).toEqual({
      projectId: 'shop',
      themeMode: 'dark',
      basicMode: true,
      enableReconnect: false,
      metadata: { name: undefined, description: undefined, icons: [icon] },
    })
  })

  test.each([
    ['Next.js', ['nscript']],
    ['Cloudflare', ['cfasync', 'cfSettings', 'cfBeacon']],
    ['WP Rocket', ['rocketsrc', 'rocketStatus']],
    ['optimisers of pages', ['noOptimize', 'pagespeedOrigType', 'litespeedSrc']],
    ['Turbo', ['turboTrack', 'turbolinksTrack']],
    ['Astro, Nuxt, Vue and React', ['astroRerun', 'nHead', 'hid', 'v-7ba5bd90', 'vF3f3e990', 'rh', 'reactHelmet', 'precedence']],
    ['tools that ask for consent', ['cookieconsent', 'category', 'usercentrics', 'otIgnore']],
  ])('behavior: what %s adds to the tag is no option', (_who, keys) => {
    const read = readDataset({ projectId: 'shop', ...Object.fromEntries(keys.map((key) => [key, 'x'])) })
    expect(Object.keys(read)).toEqual(['projectId', 'metadata'])
  })

  test('behavior: no option begins as those do, and what is misspelled goes to the dialog, which names it', () => {
    const names = ['dialogUrl', 'siweConfig', ...Object.keys(pageOptions.shape)].filter((name) => name !== 'metadata')
    const read = readDataset(Object.fromEntries([...names, 'themeMod'].map((name) => [name, 'x'])))
    expect(Object.keys(read)).toEqual(expect.arrayContaining([...names, 'themeMod']))
  })
})
