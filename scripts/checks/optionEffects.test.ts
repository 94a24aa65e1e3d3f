import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Features } from '@latchkey/protocol'
import { pageOptions } from '@latchkey/protocol/schemas/pageOptions'
import type { ModalOptions } from '@latchkey/sdk'
import { expect, test } from 'vitest'
import { testTitles } from './catalogue.js'
import { root } from './sources.js'

type Option = Exclude<keyof ModalOptions, 'features'> | `features.${keyof Features}`
type Effect = readonly [path: string, title: string]

/** Has a row for each option, which it sets when the page starts and while it runs. */
const drawn = 'dialog-app/src/optionEffects.test.tsx'

/**
 * By option: the test that shows its effect on what the user sees, or on what the page receives. An option that is added to the types without a row
 * here does not compile, and one that is added to the schemas fails below.
 */
const effects: Readonly<Record<Option, typeof drawn | Effect>> = {
  projectId: ['e2e/frame.spec.ts', 'unknown and missing projects say what is wrong'],
  dialogUrl: ['e2e/host-sdkMistakes.spec.ts', 'is named, and what is meant is used'],
  networks: drawn,
  defaultNetwork: drawn,
  metadata: drawn,
  themeMode: drawn,
  themeVariables: drawn,
  locale: drawn,
  messages: drawn,
  preload: ['e2e/host-sdkMistakes.spec.ts', "with preload 'none' a page makes no request but the script's"],
  announce: ['e2e/embedding.spec.ts', 'only the first instance announces itself'],
  featuredWalletIds: drawn,
  includeWalletIds: drawn,
  excludeWalletIds: drawn,
  customWallets: drawn,
  allWallets: drawn,
  chainImages: drawn,
  connectorImages: drawn,
  webFonts: ['e2e/options.spec.ts', 'the page’s font, a phone’s whole screen, and another way in for a time zone'],
  enableMobileFullScreen: drawn,
  defaultAccountTypes: ['dialog-app/src/features/session/accountOrder.test.ts', '(defaultAccountTypes)'],
  tokens: drawn,
  disclaimer: drawn,
  logLevel: ['dialog-app/src/features/support/startRecords.test.ts', 'logLevel decides whether views are recorded beside errors'],
  customRpcUrls: drawn,
  termsConditionsUrl: drawn,
  privacyPolicyUrl: drawn,
  allowUnsupportedChain: ['dialog-app/src/features/navigator/open.test.ts', 'where the page allows any network, it opens on the account'],
  enableNetworkSwitch: drawn,
  enableReconnect: ['dialog-app/src/features/session/reconnect.test.ts', 'enableReconnect false asks nobody'],
  enableAnalytics: ['dialog-app/src/features/tracking/tracking.test.ts', 'nothing where %s'],
  basicMode: drawn,
  'features.email': drawn,
  'features.socials': drawn,
  'features.receive': drawn,
  'features.history': drawn,
  'features.activity': drawn,
  'features.analytics': ['dialog-app/src/features/tracking/tracking.test.ts', 'nothing where %s'],
  'features.allWallets': drawn,
  'features.legalCheckbox': drawn,
  'features.collapseWallets': drawn,
  'features.multiWallet': ['e2e/severalWallets.spec.ts', 'a page without multiWallet says so'],
  'features.reownBranding': drawn,
  'features.pay': drawn,
  'features.smartSessions': [
    'dialog-app/src/features/session/permissions.test.ts',
    'a page that does not say smartSessions hears why nothing is granted',
  ],
  'features.connectMethodsOrder': drawn,
  'features.connectorTypeOrder': drawn,
  'features.onramp': drawn,
  'features.send': drawn,
  'features.swaps': drawn,
  'features.walletFeaturesOrder': drawn,
  siwx: ['e2e/siwx.spec.ts', 'required sign-in with an extension'],
  siweConfig: ['e2e/host-sdkMistakes.spec.ts', 'both ways to say how visitors sign in are refused together'],
  signOutOnDisconnect: ['dialog-app/src/features/siwx/siwx.test.ts', 'disconnecting signs out, unless the page wants to keep the session'],
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('behavior: every option of the schemas has a test of its effect', () => {
  const features = Object.keys(pageOptions.shape.features.def.innerType.shape).map((name) => `features.${name}`)
  // The SDK itself says where the dialog is inline: no page sets it.
  const names = Object.keys(pageOptions.shape).filter((name) => name !== 'features' && name !== 'inline')
  expect(Object.keys(effects).sort()).toEqual(['projectId', 'dialogUrl', 'siweConfig', ...names, ...features].sort())
})

test.each(Object.entries(effects))('behavior: the test that shows the effect of %s exists', (option, effect) => {
  if (effect === drawn) expect(read(drawn)).toMatch(new RegExp(`^ {2}'?${option.replace('.', '\\.')}'?: \\[`, 'm'))
  else {
    const [path, title] = effect
    expect(existsSync(join(root, path))).toBe(true)
    expect(testTitles(path, read(path)).some((each) => each.includes(title))).toBe(true)
  }
})
