/** What only a later view or another document needs stays out of the shell. */
const later =
  /\/(schemas\/secure|views\/(?!connect\/|Connect\.|registry\.|Host\.|useAppName\.)|namespaces\/(?!registry)|lib\/(?!i18n|locale|log|format|platform)[^/]*\.tsx|testing\/|shell\/(messages|ToastBar|AlertBar)\.|features\/(walletConnect\/|directory|requests|requestSwitch|switch|networkRows|networkUrls|moveWallet|balance|remoteSettings|resolveFeatures|themeTokens|transactionStack)|api\/(rpc|config|origins|wallets)|ui\/(laterGlyphs|Details|CopyField|copy)\.|lib\/(color|retry|debounce|keyValueStorage|phonePlatform)|state\/(pairing|directory|asking))/
const first =
  /\/node_modules\/(react|react-dom|scheduler|zustand|@lingui\/(core|react)|zod)\/|\/dialog-app\/src\/(shell|ui|views|features|state|api|lib|bridge\/(boot|host)|namespaces\/registry|wallets\/(errors|hostWallet|registry)\.)|\/protocol\/src\/(schemas\/|caip|views|entities|messages\/adapterErrors)|\/locales\/en\.json/

/**
 * One chunk for all that the first view needs: one request, and what repeats between files is compressed once. Left to itself the bundler cuts it
 * into a dozen, because later views share parts of it.
 */
export function shellChunk() {
  return { groups: [{ name: 'shell', test: (id: string) => first.test(id) && !later.test(id), includeDependenciesRecursively: false }] }
}
