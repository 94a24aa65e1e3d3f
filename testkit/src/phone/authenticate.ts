import type { SignClient } from '@walletconnect/sign-client'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import type { Family } from './family.ts'

type Client = Awaited<ReturnType<typeof SignClient.init>>
type Request = {
  readonly id: number
  readonly params: {
    readonly requester: { readonly metadata: { readonly name: string; readonly url: string } }
    readonly authPayload: Parameters<typeof populateAuthPayload>[0]['authPayload']
  }
}

const userRejected = { code: 5000, message: 'User rejected.' }

/**
 * Connects and signs in at once (`wc_sessionAuthenticate`), as wallets do: one message, for the first of the page's chains that it has.
 *
 * @param type who signs: a key, or a contract. The library of both sides asks a node of its vendor's about a contract's signature.
 * @returns whether the user agreed
 */
export async function answerAuthentication(
  client: Client,
  families: readonly Family[],
  { id, params }: Request,
  approve: (page: { readonly name: string; readonly url: string }) => boolean | Promise<boolean>,
  type: 'eip191' | 'eip1271' = 'eip191',
): Promise<boolean> {
  const family = families.find(({ namespace }) => namespace === 'eip155')
  const chains = params.authPayload.chains.filter((chain) => family?.address(chain) !== undefined)
  const [chain = ''] = chains
  const address = family?.address(chain)
  const { name, url } = params.requester.metadata
  if (!family || !address || !(await approve({ name, url }))) {
    await client.engine.rejectSessionAuthenticate({ id, reason: userRejected })
    return false
  }
  const payload = populateAuthPayload({ authPayload: params.authPayload, chains, methods: [...family.methods] })
  const iss = `${chain}:${address}`
  const message = client.engine.formatAuthMessage({ request: payload, iss })
  const signature = await family.handle({ chainId: chain, method: 'personal_sign', params: [message, address] })
  const auth = buildAuthObject(payload, { t: type, s: String(signature) }, `did:pkh:${iss}`)
  await client.engine.approveSessionAuthenticate({ id, auths: [auth] })
  return true
}
