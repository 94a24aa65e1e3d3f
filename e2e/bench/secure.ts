import { protocolVersion, type SecureApi, type SecureClientApi } from '@latchkey/protocol'
import { type Bridge, createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'
import { english, generateMnemonic, generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

type Framed = { readonly iframe: HTMLIFrameElement; readonly bridge: Bridge<SecureApi> }
type Method = Exclude<keyof SecureApi, 'abort'>

let framed: Framed | undefined
let asked: Promise<number> | undefined

const now = () => performance.timeOrigin + performance.now()

function element(url: string): HTMLIFrameElement {
  framed?.bridge.destroy()
  document.querySelector('iframe')?.remove()
  const iframe = document.createElement('iframe')
  iframe.style.cssText = 'width:360px;height:600px;border:0'
  iframe.src = url
  return iframe
}

/** Frames the secure document as the dialog does. */
function open(url: string): Framed {
  const iframe = element(url)
  document.body.append(iframe)
  const nothing = () => undefined
  const bridge: Bridge<SecureApi> = createBridge<SecureClientApi, SecureApi>({
    messenger: windowMessenger({ remoteWindow: () => iframe.contentWindow, origin: new URL(url).origin }),
    methods: {
      hello({ epoch }) {
        bridge.renew(epoch)
        return { protocol: protocolVersion, theme: { themeMode: 'light', locale: 'en', dir: 'ltr' }, sdk: { type: 'bench', version: '0' } }
      },
      heartbeat: nothing,
      approvalChanged: nothing,
      heightChanged: nothing,
      sessionChanged: nothing,
      chainChanged: nothing,
      keyPressed: nothing,
    },
  })
  framed = { iframe, bridge }
  return framed
}

const bridgeOf = () => {
  if (!framed) throw new Error('There is no frame.')
  return framed.bridge
}

/** What the bench runs in a page of the dialog's origin. All times in milliseconds. */
const bench = {
  /** From putting the frame into the page until it is connected. */
  async boot(url: string): Promise<number> {
    const from = now()
    await open(url).bridge.ready
    return now() - from
  },
  /** The same for a document with nothing in it, until its load event. */
  async empty(url: string): Promise<number> {
    const from = now()
    const iframe = element(url)
    const loaded = new Promise((resolve) => iframe.addEventListener('load', resolve))
    document.body.append(iframe)
    await loaded
    return now() - from
  },
  call: (method: Method, params: unknown): Promise<unknown> => bridgeOf().call(method, params as never, { timeout: 60_000 }),
  /** A fresh document with a session that is stored: until it has the keys and tells the accounts. */
  async unlock(): Promise<number> {
    const from = now()
    await bridgeOf().call('getUser', { id: crypto.randomUUID() }, { timeout: 60_000 })
    return now() - from
  },
  /** What any wallet does with its words: BIP-39 to an account, by viem. */
  words(): number {
    const words = generateMnemonic(english)
    const from = now()
    mnemonicToAccount(words)
    return now() - from
  },
  /** Asks for a signature. A user approves it; {@link bench.result} is when it is here. */
  ask(address: string, chainId: `${'eip155'}:${string}`): void {
    const params = ['0x62656e6368', address]
    const request = { id: crypto.randomUUID(), namespace: 'eip155' as const, chainId, method: 'personal_sign', params }
    asked = bridgeOf().call('rpcRequest', request, { timeout: null }).then(now)
  },
  result: (): Promise<number> | undefined => asked,
  /** A signature by viem, with a key that lies in the page. */
  async bare(): Promise<number> {
    const account = privateKeyToAccount(generatePrivateKey())
    const from = now()
    await account.signMessage({ message: 'bench' })
    return now() - from
  },
}

declare global {
  interface Window {
    secureBench: typeof bench
  }
}
window.secureBench = bench
