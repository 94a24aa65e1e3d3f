import { readSignInMessage } from '@latchkey/protocol/siwx'
import { vi } from 'vitest'

/** The server, as far as a dialog sees it: who signed which message. The server's own judgement is tested where it lives. */
export function stubSignInServer() {
  const state = {
    nonces: 0,
    sessions: new Map<string, { address: string; networkId: string; message: string }>(),
    ended: [] as string[],
    refuses: '',
    down: false,
  }
  vi.stubGlobal('fetch', async (url: URL | string, { body, headers }: { body?: string; headers?: Record<string, string> } = {}) => {
    const { pathname } = new URL(String(url))
    if (!pathname.startsWith('/siwx/')) return Response.json({ features: [], allowedOrigins: [], balances: [] })
    if (state.down) throw new TypeError('Failed to fetch')
    const token = headers?.authorization?.slice('Bearer '.length) ?? ''
    if (pathname === '/siwx/nonce') {
      state.nonces += 1
      return Response.json({ nonce: `nonce${String(state.nonces).padStart(8, '0')}`, expiresAt: '' })
    }
    if (pathname === '/siwx/sessions') {
      const { message, signature, networkId } = JSON.parse(body ?? '')
      if (state.refuses)
        return Response.json({ status: 'FAILED', reasons: [{ field: state.refuses, description: 'No.' }] }, { status: 401 })
      const read = readSignInMessage(message)
      const session = {
        address: read?.address ?? '',
        networkId,
        domain: read?.domain ?? '',
        uri: read?.uri ?? '',
        message,
        signature,
        issuedAt: read?.issuedAt ?? '',
        expiresAt: new Date(Date.now() + 60_000).toISOString(),
      }
      const issued = `token-${read?.nonce}`
      state.sessions.set(issued, session)
      return Response.json({ token: issued, session })
    }
    if (pathname === '/siwx/sign-out') state.ended.push(token)
    const session = state.sessions.get(token)
    if (pathname === '/siwx/me')
      return session ? Response.json(session) : Response.json({ reasons: [{ field: 'no_session' }] }, { status: 401 })
    state.sessions.delete(token)
    return Response.json({})
  })
  return state
}

export type SignInServer = ReturnType<typeof stubSignInServer>
