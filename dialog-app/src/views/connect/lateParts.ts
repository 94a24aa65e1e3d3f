/* What few first views need: fetched by those that do. */
export { Ended } from './Ended.js'
export { Legal } from './Legal.js'
export { NoWallets } from './NoWallets.js'
export { WalletBrowser } from './WalletBrowser.js'
