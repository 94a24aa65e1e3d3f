import { startTestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { until } from '@latchkey/testkit/src/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPair, type Scene, sign, startScene } from './testing/setup.js'

/* What may go wrong on the way to a wallet, and what each of it leads to. */

const connectTo = { namespace: 'eip155', networkIds: [] } as const
const never = () => new Promise<boolean>(() => {})

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.close())

describe('createWalletConnect, when something fails', () => {
  test('error: nobody scans, as often as the code was renewed', async () => {
    const uris = new Set<string>()
    const { wallet } = scene.startDialog({ pairingExpiry: 100 })
    await expect(wallet.connect({ ...connectTo, onUri: ({ uri }) => uris.add(uri) })).rejects.toMatchObject({
      code: -32001,
      data: { reason: 'pairing_expired' },
    })
    expect(uris.size).toBe(15)
  })

  test('error: the wallet does not answer in time', async () => {
    const { wallet } = await connectPair(scene, { requestExpiry: 0.5 }, { approveRequest: never })
    await expect(sign(wallet)).rejects.toMatchObject({ code: -32001, data: { reason: 'request_expired' } })
  })

  test('behavior: a wallet that is out of reach gets the request when it is back', async () => {
    const { wallet, phone } = await connectPair(scene)
    await phone.goOffline()
    let sent = false
    const answer = wallet.request({
      namespace: 'eip155',
      networkId: null,
      method: 'personal_sign',
      params: ['0x01', '0x'],
      onSent: () => (sent = true),
    })
    await until(() => sent, 'the relay to have the request')
    expect(phone.requests).toEqual([])
    await phone.goOnline()
    expect(await answer).toMatch(/^0x/)
  })

  test('error: the wallet ends the session while it is asked', async () => {
    const { wallet, phone, events } = await connectPair(scene, {}, { approveRequest: never })
    const answer = sign(wallet)
    answer.catch(() => undefined)
    await until(() => phone.requests.length === 1, 'the wallet to be asked')
    const startedAt = Date.now()
    await phone.disconnect()
    await expect(answer).rejects.toMatchObject({ code: 4900, message: 'Provider disconnected' })
    await until(() => events.length === 5, 'every family to end')
    expect(Date.now() - startedAt).toBeLessThan(2_000)
  })

  test('behavior: a relay that goes down and comes back loses no request', async () => {
    const first = await startTestRelay()
    const { wallet } = await connectPair(scene, { relayUrl: first.url }, { relayUrl: first.url })
    const states: string[] = []
    wallet.relay.subscribe(({ state }) => states.push(state))
    await first.close()
    await until(() => states.includes('lost'), 'the loss to be noticed')
    const answer = sign(wallet)
    answer.catch(() => undefined)
    const again = await startTestRelay({ port: first.port })
    try {
      expect(await answer).toMatch(/^0x/)
      expect(states).toEqual(['lost', 'connected'])
    } finally {
      await again.close()
    }
  }, 40_000)

  test('error: a relay that is down from the start, for as long as it is; then the code comes', async () => {
    const { url, port, close } = await startTestRelay()
    await close()
    const { wallet } = scene.startDialog({ relayUrl: url })
    const uris: string[] = []
    const waiting = wallet.connect({ ...connectTo, onUri: ({ uri }) => uris.push(uri) })
    waiting.catch(() => undefined)
    const ended = waiting.then(
      () => 'connected',
      (error: { code: number; data?: { reason?: string } }) => error,
    )
    const again = await startTestRelay({ port })
    try {
      // It tries again by itself, or says that it could not, and is asked again.
      const uri = await Promise.race([until(() => uris[0], 'the code', 20_000), ended])
      if (typeof uri !== 'string') {
        expect(uri).toMatchObject({ code: 4900, data: { reason: 'relay_unreachable' } })
        void wallet.connect({ ...connectTo, onUri: (code) => uris.push(code.uri) }).catch(() => undefined)
      }
      const phone = await scene.startPhone({ relayUrl: url })
      await phone.pair(await until(() => uris[0], 'the code', 20_000))
      await until(() => wallet.topic(), 'the connection')
      await phone.stop()
      await wallet.stop()
    } finally {
      await again.close()
    }
  }, 60_000)
})
