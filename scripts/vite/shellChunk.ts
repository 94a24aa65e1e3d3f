import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What only a later view or another document needs stays out of the shell. One folder a line: many hands add to it. */
const later = new RegExp(
  [
    String.raw`schemas\/(secure|emailAddress|directory|http|mistakes|money|names|onramp|swap|siwx|pageOptions)`,
    String.raw`views\/(?!connect\/(?!Ended|Foot|InApp|inAppName|Legal|NoWallets|WalletBrowser|lateParts)|Connect\.|registry\.|Host\.|useAppName\.|useKeptInput\.)`,
    String.raw`namespaces\/(?!registry|askAccounts|uniqueAccounts|eip155\/(index|address|chainId|connect|events|networks)\.)`,
    String.raw`testing\/`,
    String.raw`(features|wallets)\/embedded\/(?!lazy|providers)`,
    String.raw`bridge\/secure`,
    String.raw`state\/(login|social|farcaster|approval|emailUpdate|embeddedAccount|elsewhere)`,
    String.raw`lib\/email`,
    String.raw`ui\/(Spinner|Ring)`,
    String.raw`shell\/(messages|ToastBar|AlertBar|Elsewhere|viewMotion)\.`,
    String.raw`features\/\w+\/(sessionRuntime|permissions|disconnect|reconnect\.|session\.|familyRecords|accountOrder|suspended|tabs|walletEvents)`,
    String.raw`features\/page\/(behind|watchOpener|continueInWindow)`,
    String.raw`features\/(walletConnect|directory|money|names|siwx|support|tracking)\/`,
    String.raw`features\/\w+\/(sign(Ins|InView)|keepRecords|quiet)\.`,
    String.raw`(api|state)\/siwx`,
    String.raw`features\/\w+\/(requests|requestSwitch|switch|networkRows|networkUrls|balance|chosenToken|remoteSettings|pictures|fonts|chainImages|startLater|aboveKeyboard)`,
    String.raw`features\/\w+\/(family\.|labels|multiChain|multiWallet|profile|hasSettings|switchWallet|walletBalances)`,
    String.raw`features\/\w+\/(goToNetwork|open(Send|With)|mistakes|meant|watchUnlock|accountRequests|toast|themeTokens|checkOrigins)`,
    String.raw`features\/navigator\/(rules|leave|guardNetwork|after|approvalView|popWhile|showOver|hold|offerFamily|transactionStack)`,
    String.raw`api\/(rpc|config|origins|wallets|pictures|money|profile|onramp|siwx|swap|changes|events)`,
    String.raw`ui\/(laterGlyphs|Bdi|Details|CopyField|copy|Rich|useCopy)\.`,
    String.raw`lib\/(?!i18n|locale|log|format|platform)[^/]*\.tsx`,
    String.raw`lib\/(cache|color|format|numbers|useNumbers|record|retry|debounce|keyValueStorage|phonePlatform|plainButton)`,
    String.raw`state\/(pairing|directory|labels|balance|walletBalances|onLeave|portfolio|identities|activity|nfts|arrivals|nameRegistration|purchase|send|swap|transactions)`,
  ]
    .map((path) => String.raw`\/${path}`)
    .join('|'),
)
const first = new RegExp(
  [
    String.raw`\/node_modules\/(react|react-dom|scheduler|zustand|@lingui\/core|zod|penpal)\/`,
    String.raw`\/dialog-app\/src\/(createDialog|shell|ui|views|features|state|api|lib|namespaces|bridge\/(boot|host)|wallets\/(chainMissing|errors|facts|hostWallet|registry)\.)`,
    String.raw`\/protocol\/src\/(schemas\/|bridge|windowMessenger|messageSize|errors|userRejection|newId|families\/ids|languages|socialProviders|caip|views|entities)`,
    String.raw`\/protocol\/src\/(constants\/(embedded|limits)|messages\/(errors|wireErrors|adapterErrors))`,
    String.raw`\/locales\/en\.json`,
    String.raw`^\/.?vite\/preload-helper`,
    String.raw`^\/.?rolldown\/runtime`,
  ].join('|'),
)

/** Rules of what a press in the first view leads to: too few for a style sheet of their own. */
const firstStyles = /\/dialog-app\/src\/views\/(walletConnect|guide)\/\w+\.css/

/** Judges the path inside the repository: a clone in a folder named "views" is built like any other. */
function isFirst(id: string): boolean {
  const path = `/${id.replace(root, '')}`
  return firstStyles.test(path) || (first.test(path) && !later.test(path))
}

/** What the tabs of the account share, so that none of them loads the whole view again. */
const accountParts = /\/(views\/(account\/tabs\/(Waiting|Elsewhere|Old|useLongList)|fact\/\w+)|lib\/useNumbers)\./

/** What Send, Swap and their parts share: a dozen chunks of a few hundred bytes each weigh a kilobyte more than one. */
const moneyParts =
  /\/dialog-app\/src\/(features\/\w+\/(amounts|constants|onNetwork|cleanName|isContractAccount|exactAmount)|state\/onLeave|views\/(useSeen|account\/explorerLink)|namespaces\/(readAddress|swaps)|ui\/Spinner)\.|\/protocol\/src\/readDecimal\./
const sendParts = /\/dialog-app\/src\/features\/money\/send\/(sentAbout|sendNeed|recentRecipients|ownAccounts|draft)\./

/** What everybody's dialog fetches behind the first view, to be told of what happens and to know the directory. */
const behind = new RegExp(
  [
    String.raw`features\/page\/(behind|startLater|watchOpener|aboveKeyboard)`,
    String.raw`features\/embedded\/endLogin\.`,
    String.raw`features\/(directory|tracking|support)\/`,
    String.raw`features\/navigator\/(rules|leave|guardNetwork|after|approvalView|popWhile|showOver|offerFamily|transactionStack|signInView)`,
    String.raw`features\/session\/(sessionRuntime|disconnect\.|reconnect\.|session\.|familyRecords|accountOrder|suspended|tabs|walletEvents|keepRecords|signIns|quiet)`,
    String.raw`features\/settings\/(remoteSettings|fonts|pictures|chainImages|mistakes|themeTokens)`,
    String.raw`lib\/(cache|color|record|recordLines|retry|debounce|phonePlatform)\.`,
    String.raw`state\/(directory|pairing|social|farcaster|siwx|login|elsewhere)\.`,
    String.raw`api\/(wallets|pictures|events|config)\.`,
  ]
    .map((path) => String.raw`\/dialog-app\/src\/${path}`)
    .join('|'),
)

/** What a press in the first view leads to, with its words: fetched behind that, when the browser has nothing to do. */
const next = new RegExp(
  [
    String.raw`views\/(TabList|AskedWalletLink|useSecondsLeft|allWallets\/prefetch|ConnectingExternal|ConnectingWalletConnect|GetWallet|WhatIsAWallet|laterViews|guide\/|connecting\/|walletConnect\/)`,
    String.raw`ui\/(laterGlyphs|Rich|Ring|Bdi|Details|CopyField|copy|useCopy)\.`,
    String.raw`shell\/(messages|ToastBar|AlertBar|viewMotion)\.`,
    String.raw`locales\/(next-en\.json|familyNames)`,
    String.raw`lib\/(format|numbers)\.`,
    String.raw`features\/(walletConnect\/(lazy|links|telegram)|notices\/toast)\.`,
  ]
    .map((path) => String.raw`\/dialog-app\/src\/${path}`)
    .join('|'),
)
const isNext = (id: string): boolean =>
  next.test(id) ||
  /\/node_modules\/(@lingui\/react|uqr)\/|\/protocol\/src\/secondsUntil\.|\/wallets\/walletConnect\/deepLinks\.|\/namespaces\/\w+\/names\.json\?english$/.test(
    id,
  )
const isBehind = (id: string): boolean =>
  behind.test(id) ||
  /\/protocol\/src\/(schemas\/(directory|http|mistakes|pageOptions)|families|safeMethods|evmSignMethods|trackedEvents|constants)/.test(id)

/** Whether every dialog fetches a module: with the first view, behind it or next. Judges its path. */
export const isFetchedByAll = (id: string): boolean => isFirst(id) || isBehind(id) || isNext(id)

/**
 * One chunk for all that the first view needs: one request, and what repeats between files is compressed once. Left to itself the bundler cuts it
 * into a dozen, because later views share parts of it.
 */
export function shellChunk() {
  return {
    groups: [
      { name: 'shell', test: isFirst, includeDependenciesRecursively: false },
      { name: 'behind', test: isBehind, includeDependenciesRecursively: false },
      { name: 'next', test: isNext, includeDependenciesRecursively: false },
      { name: 'moneyParts', test: moneyParts, includeDependenciesRecursively: false },
      { name: 'sendParts', test: sendParts, includeDependenciesRecursively: false },
      { name: 'accountParts', test: accountParts, includeDependenciesRecursively: false },
    ],
  }
}
