import { accountPorts } from './developmentConfig.js'
import { startMailCatcher } from './mailCatcher.js'

/**
 * Starts what the embedded wallet's server talks to: where its mails end.
 *
 * @param {number} port of the server
 * @returns {Promise<{ mail: string, stop: () => Promise<void> }>}
 */
export async function startAccountParts(port) {
  const ports = accountPorts(port)
  const catcher = await startMailCatcher({ smtpPort: ports.smtp, httpPort: ports.mail })
  return { mail: catcher.url, stop: catcher.stop }
}
