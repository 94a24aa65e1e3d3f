import { registerSessionMessage, revokeSessionMessage, type SecureBoot } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { hashMessage } from 'viem'
import type { SessionRecords, SignerContext, SmartAccount } from '../context.js'
import { signForSafe } from '../safe/message.js'

/** Milliseconds until the server counts as not answering. */
const timeout = 10_000

const answer = z.object({
  pcis: z.array(
    z.object({ pci: z.string(), context: z.string(), project: z.object({ url: z.string() }), revokedAt: z.nullable(z.number()) }),
  ),
})

const accountId = ({ network, account }: Pick<SignerContext, 'network' | 'account'>) => `${network.caipNetworkId}:${account.toLowerCase()}`

/**
 * Opens the server's record.
 *
 * @param place whom to ask, and the page's origin
 */
export function createRecords(
  { api, projectId, build, origin }: Pick<SecureBoot, 'api' | 'projectId' | 'build' | 'origin'>,
  send: typeof fetch = (...parameters) => fetch(...parameters),
): SessionRecords {
  const url = (path: string) => `${api}/v1/sessions/${path}?${new URLSearchParams({ projectId, st: 'secure', sv: build })}`
  const options = () => ({ credentials: 'omit', signal: AbortSignal.timeout(timeout) }) as const
  const post = (path: string, body: object) =>
    send(url(path), { ...options(), method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const sign = (context: SignerContext, smart: SmartAccount, text: string) => signForSafe(context, smart, hashMessage(text))

  const of: SessionRecords['of'] = async (context) => {
    try {
      const { pcis } = answer.parse(await (await send(url(accountId(context)), options())).json())
      return pcis.map(({ pci, context: contract, project, revokedAt }) => ({
        pci,
        context: contract,
        site: project.url,
        revoked: revokedAt !== null,
      }))
    } catch {
      return []
    }
  }

  return {
    of,
    async granted(context, smart, contract) {
      const account = accountId(context)
      const signature = await sign(context, smart, registerSessionMessage({ account, context: contract, origin }))
      await post(account, { context: contract, origin, signature })
    },
    async removed(context, smart, contract) {
      const account = accountId(context)
      const known = (await of(context)).find((one) => one.context === contract.toLowerCase() && !one.revoked)
      if (!known) return
      const signature = await sign(context, smart, revokeSessionMessage(account, known.pci))
      await post(`${account}/revoke`, { pci: known.pci, signature })
    },
  }
}
