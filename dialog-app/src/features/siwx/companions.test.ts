// @vitest-environment happy-dom

import { RpcError, solanaMainnet } from '@latchkey/protocol'
import { readSignInMessage } from '@latchkey/protocol/siwx'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { siwxStore } from '../../state/siwx.js'
import { openEmbedded } from '../../testing/embeddedPage.js'
import { network, type PageOptions } from '../../testing/fakePage.js'
import { secureUser, solanaAddress } from '../../testing/scriptedFrame.js'
import { address, deferred } from '../../testing/scriptedWallet.js'
import { type SignInServer, stubSignInServer } from '../../testing/signInServer.js'
import { acceptLogin } from '../embedded/acceptLogin.js'
import { confirmSignIn, startSiwx } from './startSiwx.js'

/* The embedded wallet signs in on each of its chain families by one approval. What it shows is tested in secure-frame, all of it in e2e/siwx.spec.ts. */

let api: SignInServer
beforeEach(() => {
  localStorage.clear()
  api = stubSignInServer()
  return () => vi.unstubAllGlobals()
})

type Asked = { readonly messages: readonly { readonly chainId: string; readonly message: string }[] }
const both = (): readonly string[] => ['0x51', 'solanaSignature']

/** Somebody has just logged in, with an account of EVM and one of Solana. */
async function logIn(replies: Parameters<typeof openEmbedded>[0], more: PageOptions = {}) {
  const options = { siwx: { required: true }, ...more.options }
  const boot = { networks: [network(31337), solanaMainnet] }
  const opened = await openEmbedded(replies, { ...more, options, boot })
  const { dialog } = opened.page
  await startSiwx(dialog)
  acceptLogin(dialog, secureUser)
  const signIns = () => opened.page.state().signIns
  return { ...opened, dialog, signIns, phase: () => siwxStore(dialog).getState().phase }
}

describe('an embedded wallet of two chain families', () => {
  test('behavior: one question has a message for each, each gets a session of its own, one after the other', async () => {
    const answers = [deferred<void>(), deferred<void>()]
    const writes: string[] = []
    const reach = globalThis.fetch
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      if (new URL(String(request[0])).pathname === '/siwx/sessions') {
        const at = writes.push(JSON.parse(String(request[1]?.body)).networkId) - 1
        await answers[at]?.promise
      }
      return await reach(...request)
    })
    const { asked, signIns, page, calls } = await logIn({ signIns: both })
    await vi.waitFor(() => expect(asked('signIns')).toHaveLength(1), 10_000)
    const { messages } = asked('signIns')[0] as Asked
    expect(messages.map(({ chainId, message }) => [chainId, readSignInMessage(message)?.address])).toEqual([
      ['eip155:31337', address],
      [solanaMainnet.caipNetworkId, solanaAddress],
    ])
    expect(new Set(messages.map(({ message }) => readSignInMessage(message)?.nonce)).size).toBe(2)
    await vi.waitFor(() => expect(writes).toEqual(['eip155:31337']))
    answers[0]?.resolve()
    await vi.waitFor(() => expect(writes).toEqual(['eip155:31337', solanaMainnet.caipNetworkId]))
    expect(page.state()).toMatchObject({ status: 'connecting', accounts: {} })
    answers[1]?.resolve()
    await vi.waitFor(() => expect(page.state().status).toBe('connected'))
    // The page hears of both accounts and both sessions in one snapshot.
    const [first] = page.snapshots.filter(({ accounts }) => Object.keys(accounts).length > 0)
    expect([first?.accounts, first?.signIns].map((each) => Object.keys(each ?? {}).sort())).toEqual([
      ['eip155', 'solana'],
      ['eip155', 'solana'],
    ])
    expect(signIns()).toMatchObject({
      eip155: { address, signature: '0x51', message: messages[0]?.message },
      solana: { address: solanaAddress, signature: 'solanaSignature', message: messages[1]?.message },
    })
    expect(api.sessions.size).toBe(2)
    expect(calls.filter(({ method }) => method === 'rpcRequest')).toEqual([])
  })

  test('error: a refusal gives no session, and another try asks for both again', async () => {
    let refuse = true
    const { asked, phase, dialog, page, signIns } = await logIn({
      signIns() {
        if (refuse) throw new RpcError(4001, 'User rejected')
        return both()
      },
    })
    await vi.waitFor(() => expect(phase()).toBe('refused'), 10_000)
    expect(api.sessions.size).toBe(0)
    expect(page.snapshots.flatMap(({ accounts }) => Object.keys(accounts))).toEqual([])
    refuse = false
    await confirmSignIn(dialog)
    expect((asked('signIns')[1] as Asked).messages).toHaveLength(2)
    await vi.waitFor(() => expect(Object.keys(signIns() ?? {}).sort()).toEqual(['eip155', 'solana']))
  })

  test('error: a wallet that fails at several messages signs the account in use alone', async () => {
    const { asked, signIns, page, calls } = await logIn({
      rpcRequest: '0x51',
      signIns() {
        throw new RpcError(4901, 'Unsupported chain')
      },
    })
    await vi.waitFor(() => expect(page.state().status).toBe('connected'), 10_000)
    expect(asked('signIns')).toHaveLength(1)
    expect(calls.filter(({ method }) => method === 'rpcRequest')).toHaveLength(1)
    expect(signIns()).toMatchObject({ eip155: { address, signature: '0x51' } })
  })

  test('error: one whose session the server refuses leaves the account in use signed in', async () => {
    const { signIns, page } = await logIn({
      // The second session that is asked for is the one of Solana.
      signIns() {
        const reach = globalThis.fetch
        vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
          const answered = await reach(...request)
          if (new URL(String(request[0])).pathname === '/siwx/sessions') api.refuses = 'bad_signature'
          return answered
        })
        return both()
      },
    })
    await vi.waitFor(() => expect(page.state().status).toBe('connected'), 10_000)
    expect(signIns()).toMatchObject({ eip155: { address } })
    expect(signIns()?.solana).toBeUndefined()
  })

  test('behavior: a site that verifies is asked about the account in use alone: it may know only its last nonce', async () => {
    let nonces = 0
    const seen: unknown[] = []
    const { asked, page, calls } = await logIn(
      { rpcRequest: '0x51', signIns: both },
      {
        options: { siwx: { required: true, callbacks: ['getNonce', 'verify'] } },
        callbacks: {
          'siwx.getNonce': () => `siteNonce123${nonces++}`,
          'siwx.verify': (proof: object) => {
            seen.push(proof)
            return true
          },
        },
      },
    )
    await vi.waitFor(() => expect(page.state().status).toBe('connected'), 10_000)
    expect(asked('signIns')).toEqual([])
    expect(calls.filter(({ method }) => method === 'rpcRequest')).toHaveLength(1)
    expect(seen).toMatchObject([{ networkId: 'eip155:31337', message: expect.stringContaining(`Nonce: siteNonce123${nonces - 1}\n`) }])
  })
})
