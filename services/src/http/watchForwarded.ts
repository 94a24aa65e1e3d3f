import type { IncomingMessage, Server } from 'node:http'
import type { Logger } from 'pino'

/** Says once that a proxy stands in front of a server that trusts none: all visitors look like one client, and share its limits. */
export function watchForwarded(server: Server, trustedProxies: number, log: Pick<Logger, 'warn'>): void {
  if (trustedProxies > 0) return
  const look = ({ headers }: IncomingMessage) => {
    if (headers['x-forwarded-for'] === undefined) return
    for (const event of ['request', 'upgrade']) server.off(event, look)
    log.warn('X-Forwarded-For arrives, and trustedProxies is 0: all visitors share one rate limit. Set it to the number of your proxies.')
  }
  for (const event of ['request', 'upgrade']) server.on(event, look)
}
