/**
 * What `npm start` prints when everything answers.
 *
 * @param {{ urls: Record<string, string>, chains: Record<string, string>, mail: string, projectId: string, log: string }} facts
 */
export function welcome({ urls, chains, mail, projectId, log }) {
  const chainLines = Object.entries(chains).map(([id, url]) => `    ${(id.startsWith('solana:') ? 'local Solana' : id).padEnd(14)} ${url}`)
  return `
  Latchkey is running.

  Open this and press "Connect wallet", then choose "Test wallet":

    ${urls.app}

  The other parts
    dialog         ${urls.dialog}
    secure frame   ${urls.secure}
    API            ${urls.api}   (described at /docs and /openapi.json)
    mail           ${mail}/dev/mail   (nothing leaves this machine)
${chainLines.join('\n')}
    smart accounts in the wallet's settings after an e-mail login, or from the start: npm start -- --bundler

  On a page of your own (any *.localhost address):

    <script src="${urls.dialog}/sdk.js" data-project-id="${projectId}" defer></script>
    <button onclick="Modal.open()">Connect wallet</button>

  Log: ${log}
  Ctrl-C stops everything.
`
}
