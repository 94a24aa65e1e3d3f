import { quickStart } from './quickStart.js'

const isLocal = (/** @type {string} */ url) => /^https:|\/\/([\w-]+\.)*localhost(:|$)/.test(url)

/** Which pages of the developer's own may embed the dialog. */
function placesOf(/** @type {string} */ dialog) {
  const { hostname } = new URL(dialog)
  return hostname.endsWith('.localhost')
    ? 'any *.localhost address'
    : `on any port of ${hostname}, or an address that you add to the project`
}

/**
 * What `npm start` prints when everything answers.
 *
 * @param {{ urls: { app?: string, dialog: string, secure: string, api: string }, relay: string, chains: Record<string, string>, mail: string, projectId: string, log: string }} facts
 */
export function welcome({ urls, relay, chains, mail, projectId, log }) {
  const chainLines = Object.entries(chains).map(([id, url]) => `    ${(id.startsWith('solana:') ? 'local Solana' : id).padEnd(14)} ${url}`)
  const evm = Object.entries(chains).filter(([id]) => id.startsWith('eip155:'))
  const lines = quickStart({ dialog: urls.dialog, projectId }).split('\n')
  const playground = urls.app
    ? `Open this and press "Connect wallet", then choose "Test wallet":

    ${urls.app}
`
    : 'The playground has no address: name one by --url app=….\n'
  const insecure = isLocal(urls.dialog)
    ? ''
    : `
  Plain http from another device is no secure context: the wallet by e-mail is not offered there. See docs/devices.md
`
  return `
  Latchkey is running.

  ${playground}${insecure}
  The other parts
    dialog         ${urls.dialog}   (documentation at /docs)
    secure frame   ${urls.secure}
    API            ${urls.api}   (described at /docs and /openapi.json)
    mail           ${mail}/dev/mail   (nothing leaves this machine)
${chainLines.join('\n')}
    smart accounts in the wallet's settings after an e-mail login, or from the start: npm start -- --bundler

  On a page of your own (${placesOf(urls.dialog)}):

    ${lines.join('\n    ')}

  A wallet on another device, played in a second terminal ("Mobile wallet" in the playground, "Copy link", and the link in place of wc:…):

    npm run phone-wallet -- "wc:…" --relay ${relay} ${evm.map(([id, url]) => `--rpc ${id}=${url}`).join(' ')}

  Log: ${log}
  Ctrl-C stops everything.
`
}
