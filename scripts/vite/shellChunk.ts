/** What only a later view or another document needs stays out of the shell. */
const later =
  /\/(views\/(?!connect\/|Connect\.|registry\.|Host\.|useAppName\.)|namespaces\/(?!registry)|lib\/(?!i18n|locale|log|format|platform)[^/]*\.tsx|testing\/|shell\/(messages|ToastBar|AlertBar)\.|features\/(requests|requestSwitch|switch|networkRows|networkUrls|moveWallet|balance|remoteSettings|resolveFeatures|themeTokens|transactionStack)|api\/(rpc|config|origins)|lib\/(color|retry))/
const first =
  /\/node_modules\/(react|react-dom|scheduler|zustand|@lingui\/(core|react)|zod)\/|\/dialog-app\/src\/(shell|ui|views|features|state|api|lib|bridge\/(boot|host)|namespaces\/registry|wallets\/(errors|hostWallet|registry)\.)|\/protocol\/src\/schemas\/|\/locales\/en\.json/

/**
 * One chunk for all that the first view needs: one request, and what repeats between files is compressed once. Left to itself the bundler cuts it
 * into a dozen, because later views share parts of it.
 */
export function shellChunk() {
  return { groups: [{ name: 'shell', test: (id: string) => first.test(id) && !later.test(id), includeDependenciesRecursively: false }] }
}
