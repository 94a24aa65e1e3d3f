// @vitest-environment happy-dom
import { type FirstHello, protocolVersion } from '@latchkey/protocol'
import { afterEach, expect, test } from 'vitest'
import { boot } from '../testing/fixtures.js'
import { testDialog } from '../testing/testDialog.js'
import { applyFirst } from './applyFirst.js'

const { style } = document.documentElement
afterEach(() => style.removeProperty('--accent'))

/* React takes the first view over as it was drawn: what it was drawn with stays, at every moment. */

const hello: FirstHello = {
  protocol: protocolVersion,
  options: { themeVariables: { accent: '#0a7d38' } },
  environment: { colorScheme: 'light', dir: 'ltr', lang: 'en' },
  resume: null,
  wallets: [],
  viewport: { width: 1_280, height: 800 },
  open: true,
}

test('behavior: the page’s own colours are there while what checks them is on its way', () => {
  style.setProperty('--accent', '#0a7d38')
  applyFirst(testDialog(), { boot, hello, recent: [], online: true }, { locale: 'en', dir: 'ltr' })
  expect(style.getPropertyValue('--accent')).toBe('#0a7d38')
})
