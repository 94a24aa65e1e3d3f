/** A chain that the page may talk about, in the words of CAIP-2. */
export type PlaygroundChain = {
  readonly caipNetworkId: `${string}:${string}`
  readonly name: string
  /** An HTTP JSON-RPC endpoint that answers this page; networks whose wallets bring their own node have none. */
  readonly rpcUrl?: string
  /** A chain of the server's own machine, whichever address it answers at. */
  readonly isLocal?: boolean
}

/** What the server writes into the page. A customer's site would know the first and the third from its own settings. */
export type PlaygroundConfig = {
  /** Origin that serves the dialog and `sdk.js`. */
  readonly dialog: string
  readonly api: string
  readonly projectId: string
  readonly chains: readonly PlaygroundChain[]
  readonly mode: 'development' | 'production'
}

/** `id` of the `<script type="application/json">` that holds {@link PlaygroundConfig}. */
const elementId = 'latchkey-playground'

/** Reads the configuration, or tells that this page was served without one (null), for instance by a plain file server. */
export function readConfig(root: Document = document): PlaygroundConfig | null {
  const text = root.getElementById(elementId)?.textContent
  if (!text) return null
  try {
    const value = JSON.parse(text) as Partial<PlaygroundConfig>
    if (!value.dialog || !value.projectId) return null
    return {
      dialog: value.dialog,
      api: value.api ?? '',
      projectId: value.projectId,
      chains: value.chains ?? [],
      mode: value.mode === 'development' ? 'development' : 'production',
    }
  } catch {
    return null
  }
}
