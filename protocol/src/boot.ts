import type { CaipNetworkId, Network } from './entities.js'
import type { SocialProvider } from './socialProviders.js'
import type { SwapContracts } from './swap.js'

/** Ways to log in without a wallet. */
export type Logins = { readonly email: boolean; readonly socials: readonly SocialProvider[] }

/** One feature of a project: `config: null` leaves it to the page. */
export type RemoteFeature = { readonly id: string; readonly isEnabled: boolean; readonly config: readonly string[] | null }

/** What the edge writes into the dialog's HTML, so that a self-hoster configures a running server and not a build. */
export type Boot = {
  readonly projectId: string
  /** The page that embeds us, proven by `frame-ancestors`. */
  readonly origin: string
  /** True when the project registered this origin itself, rather than it being a development origin. */
  readonly verified: boolean
  readonly mode: 'development' | 'production'
  readonly api: string
  readonly secure: string
  /** The relay for mobile wallets: its websocket URL, and our project id there. */
  readonly relay: { readonly url: string; readonly projectId: string }
  /** Networks of the project; their `rpcUrls` point at the gateway. */
  readonly networks: readonly Network[]
  readonly defaultNetwork: CaipNetworkId | null
  /** Origins of JSON-RPC servers that the operator registered: the pages' `customRpcUrls` work there and nowhere else. */
  readonly rpcOrigins?: readonly string[]
  /** Contracts that swaps go through, by network; what is left out has no swaps. */
  readonly swaps?: Readonly<Record<CaipNetworkId, SwapContracts>>
  /** Origins of web fonts that the operator registered: the pages' `webFonts` load from there and from nowhere else. */
  readonly fontOrigins?: readonly string[]
  /** Where visitors in these time zones (IANA names) find our services, when the operator has set up another way in for them. */
  readonly restricted?: {
    readonly timeZones: readonly string[]
    readonly api: string
    readonly relay: Boot['relay']
    readonly networks: readonly Network[]
  }
  /** Ways to log in without a wallet that the operator configured and the project allows. A page cannot ask for others. */
  readonly logins: Logins
  /** What the project's owner decided of the features; left out by servers that have to be asked (`GET /appkit/v1/config`). */
  readonly features?: readonly RemoteFeature[]
  /** Whether the operator keeps reports of visits; left out by servers that have to be asked (`GET /getAnalyticsConfig`). */
  readonly reports?: boolean
  /** Zones of the server's own name registry, the one for new names first; left out when it has none. */
  readonly nameZones?: readonly string[]
  /** True where coins can be bought. */
  readonly onramp?: boolean
  /** Version of the built dialog. */
  readonly build: string
}
/** `id` of the `<script type="application/json">` that holds {@link Boot}. */
export const bootElementId = 'latchkey-boot'
