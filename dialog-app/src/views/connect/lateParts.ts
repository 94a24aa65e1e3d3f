import { Ended } from './Ended.js'
import { Foot } from './Foot.js'
import { InApp } from './InApp.js'
import { Legal } from './Legal.js'
import { NoWallets } from './NoWallets.js'
import { WalletBrowser } from './WalletBrowser.js'

/** What few first views need: fetched by those that do. */
export const lateParts = { Ended, Foot, InApp, Legal, NoWallets, WalletBrowser }
