import { startIdentityProvider } from '@latchkey/testkit/src/identity/identityProvider.js'
import { startMailCatcher } from '@latchkey/testkit/src/mail/mailCatcher.js'
import { accountPorts, localChains } from './ports.js'

/**
 * Starts what the embedded wallet's server talks to: where its mails end, and who plays the providers.
 *
 * @param {number} port of the server
 * @param {string} secure the secure frame's origin
 * @returns {Promise<{ mail: string, oidc: string, stop: () => Promise<void> }>}
 */
export async function startMailAndProviders(port, secure) {
  const ports = accountPorts(port)
  const catcher = await startMailCatcher({ smtpPort: ports.smtp, httpPort: ports.mail })
  const [chain] = localChains(port)
  const node = `http://127.0.0.1:${chain.port}`
  const provider = await startIdentityProvider({ port: ports.oidc, secure, node, chainId: chain.chainId })
  const stop = async () => {
    await provider.stop()
    await catcher.stop()
  }
  return { mail: catcher.url, oidc: provider.url, stop }
}
