/* The operator's configuration: its schema, its mistakes in words, and the chains that follow from it. */

import { resolve } from 'node:path'
import { caipNetworkIdPattern, currencies, parseOrigin, parsePattern, restrictedTimeZones } from '@latchkey/protocol'
import { isAddress } from 'viem'
import { z } from 'zod'
import { repository } from '../paths.js'
import { accountsSchema } from './accounts.js'

/** A base URL is an origin: parts are told apart by hostname, so a path would be silently ignored. */
const baseUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && parseOrigin(url.origin) && (text === url.origin || text === `${url.origin}/`)) return url.origin
  context.addIssue({ code: 'custom', message: 'must be a base URL such as https://dialog.example.com, without a path.' })
  return z.NEVER
})

const httpUrl = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: 'must be an http or https URL.',
})

const originPattern = z.string().superRefine((text, context) => {
  const pattern = parsePattern(text)
  if (typeof pattern === 'string') context.addIssue({ code: 'custom', message: pattern })
})

const exactOrigin = z.string().refine((text) => parseOrigin(text) !== null, {
  error: 'must be an exact origin such as https://web.telegram.org, in lower case and without a path.',
})

/** CAIP-2 id of a chain of one of the families. An EVM chain may be named by its number instead (`id: 1`). */
const caip2 = z.string().regex(new RegExp(`^(?:${caipNetworkIdPattern})$`), {
  error: 'must be a CAIP-2 id such as eip155:1 or solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp.',
})

const upstream = z.strictObject({ url: httpUrl, weight: z.number().positive().max(1000).default(1) })

/** Letters of both sizes are a checksum (EIP-55): a slip is found before money goes there. */
const hasRightLetters = (text: string) => {
  const digits = text.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || isAddress(text)
}
const evmAddress = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address: 0x and 40 hexadecimal digits.', abort: true })
  .refine(hasRightLetters, { error: 'must be an address; the capitals of this one are no checksum (EIP-55), so a digit may be wrong.' })

const privateKey = z.string().regex(/^0x[0-9a-fA-F]{64}$/, { error: 'must be a private key: 0x and 64 hexadecimal digits.' })

/** A picture on the web, or one that the configuration brings along. */
const picture = z
  .string()
  .refine((text) => /^data:image\/[\w.+-]+[;,]/.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:'), {
    error: 'must be an https URL, or a data: URI of an image.',
  })

const decimal = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, { error: 'must be a decimal number as text, such as "1".' })

/** The parent of names, such as `wallet.example`. */
const nameZone = z.string().regex(/^(?=.{3,190}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/, {
  error: 'must be a domain in lower case, such as wallet.example.',
})

/** A token that the operator knows: users see it by this symbol, and no other token passes for it. */
const token = z.strictObject({
  address: z.string().min(1),
  /** Left out: its symbol. */
  name: z.string().min(1).max(100).exactOptional(),
  symbol: z.string().min(1).max(32),
  decimals: z.int().min(0).max(36),
  logo: picture.exactOptional(),
  /** US dollars that one of it stands for, as a decimal number: `"1"` for a stable coin. Prices of others are measured by such tokens. */
  peg: decimal.exactOptional(),
})

/** Uniswap's contracts, or those of a fork with the same functions: where prices are read and swaps are made. */
const pools = z
  .strictObject({
    /** The wrapped native currency, which the pools trade. */
    weth: evmAddress,
    v2Factory: evmAddress.exactOptional(),
    v2Router: evmAddress.exactOptional(),
    v3Factory: evmAddress.exactOptional(),
    /** QuoterV2. */
    quoter: evmAddress.exactOptional(),
    swapRouter02: evmAddress.exactOptional(),
  })
  .refine((value) => value.v2Factory !== undefined || value.v3Factory !== undefined, {
    error: 'must name at least one of v2Factory and v3Factory.',
  })

const chain = z
  .strictObject({
    caip2: caip2.exactOptional(),
    id: z.int().positive().exactOptional(),
    name: z.string().min(1).exactOptional(),
    nativeCurrency: z
      .strictObject({ name: z.string().min(1), symbol: z.string().min(1), decimals: z.int().min(0).max(36) })
      .exactOptional(),
    upstreams: z.array(upstream).min(1).exactOptional(),
    explorer: z.strictObject({ name: z.string().min(1), url: httpUrl }).exactOptional(),
    testnet: z.boolean().exactOptional(),
    /** Methods beyond the policy table; `debug_*` allows a whole family. */
    rpcMethods: z.array(z.string().regex(/^\w+\*?$/, { error: 'must be a method name, or a prefix followed by *.' })).default([]),
    /** Milliseconds. Decides how long answers about the newest block are kept; 0 keeps none. */
    blockTime: z.int().min(0).max(600_000).exactOptional(),
    /**
     * Whose history is kept here: everybody's (`full`: a chain of the operator's own, or with a node of its own), that of addresses that asked
     * (`watch`: a public chain), or nobody's. Left out: nobody's.
     */
    indexer: z.enum(['full', 'watch', 'off']).exactOptional(),
    /** Takes user operations (ERC-4337), and so offers smart accounts there. `paymaster` (ERC-7677) pays fees for users. */
    bundler: z.strictObject({ url: httpUrl, paymaster: httpUrl.exactOptional() }).exactOptional(),
    tokens: z.array(token).exactOptional(),
    pools: pools.exactOptional(),
    multicall3: evmAddress.exactOptional(),
    /** Contracts that the operator knows: approvals of the embedded wallet do not call them unknown. */
    contracts: z.array(z.strictObject({ address: evmAddress, name: z.string().min(1).max(100) })).exactOptional(),
    /** Where names are resolved. */
    ens: z
      .strictObject({
        universalResolver: evmAddress,
        /** Knows until when names below `eth` are rented. */
        registrar: evmAddress.exactOptional(),
      })
      .exactOptional(),
    /** A Blockscout instance of the chain: it knows balances and history without an index of ours. */
    blockscout: z.strictObject({ url: httpUrl, key: z.string().min(1).exactOptional() }).exactOptional(),
  })
  .refine((value) => (value.caip2 === undefined) !== (value.id === undefined), {
    error: 'must name its chain by exactly one of id and caip2.',
  })

const feature = z.strictObject({ id: z.string().min(1), isEnabled: z.boolean(), config: z.array(z.string()).nullable() })

const project = z
  .strictObject({
    id: z.string().regex(/^[\w-]{1,64}$/, { error: 'must have 1 to 64 letters, digits, - or _.' }),
    name: z.string().min(1).max(100),
    enabled: z.boolean().default(true),
    mode: z.enum(['development', 'production']).default('production'),
    origins: z.array(originPattern).default([]),
    ancestors: z.array(exactOrigin).default([]),
    /** Origins of RPC servers that the project's pages may name in `customRpcUrls`. */
    rpcOrigins: z.array(exactOrigin).default([]),
    /** Origins of fonts that the project's pages may name in `webFonts`. */
    fontOrigins: z.array(exactOrigin).default([]),
    features: z.array(feature).nullable().default(null),
    /** CAIP-2 ids of configured chains; left out means all of them. */
    networks: z.array(caip2).min(1).nullable().default(null),
    defaultNetwork: caip2.nullable().default(null),
  })
  .refine((value) => value.mode === 'development' || value.origins.length > 0, {
    error: 'must list at least one origin, because a project in production mode allows no other.',
    path: ['origins'],
  })

const rate = (perSecond: number, burst: number) =>
  z.strictObject({ perSecond: z.number().positive().default(perSecond), burst: z.number().min(1).default(burst) }).prefault({})

const folder = (path: string) =>
  z
    .string()
    .default(path)
    .transform((value) => resolve(repository, value))

/** The whole configuration. Strict: a misspelt key is a mistake and not a setting that silently does nothing. */
export const configSchema = z.strictObject({
  listen: z.strictObject({ host: z.string().min(1).default('127.0.0.1'), port: z.int().min(0).max(65_535).default(4100) }).prefault({}),
  urls: z.strictObject({ dialog: baseUrl, secure: baseUrl, api: baseUrl, app: baseUrl.exactOptional() }),
  /** Another base URL of the API for visitors in these time zones (IANA names), from which the first one may not be reachable. */
  restricted: z.strictObject({ api: baseUrl, timeZones: z.array(z.string().min(1)).default([...restrictedTimeZones]) }).exactOptional(),
  /** How many proxies of the operator's own append to `X-Forwarded-For`. */
  trustedProxies: z.int().min(0).max(10).default(0),
  database: z
    .strictObject({
      url: z
        .string()
        .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres:// or postgresql://.' })
        .exactOptional(),
      folder: folder('.data/database'),
    })
    .prefault({}),
  folders: z
    .strictObject({
      dialog: folder('dialog-app/dist'),
      sdk: folder('host-sdk/dist/script'),
      package: folder('host-sdk/dist/package'),
      secure: folder('secure-frame/dist'),
      app: folder('playground/dist'),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
      /** A file instead of standard output. */
      file: z.string().min(1).exactOptional(),
      hashAddresses: z.boolean().default(false),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** JSON-RPC calls per project and client address; each call of a batch counts. */
      rpc: rate(100, 2_000),
      /** Requests to every other endpoint, per client address and known project; those of the accounts per address. */
      api: rate(20, 200),
      /** Signed requests about names and permissions, each per client address: checking a signature may take a call of a contract. */
      names: rate(1, 30),
      /** Questions to paymasters, per client address: each answer may spend the operator's money. */
      paymaster: rate(0.2, 100),
      batch: z.int().min(1).max(1_000).default(1_000),
      logsRange: z.int().min(1).default(100_000),
    })
    .prefault({}),
  /** Replicas must share it. Left out: a new one each start, and signed image addresses end with the process. */
  secret: z.string().min(16).exactOptional(),
  directory: z.strictObject({ overlays: folder('wallets.d') }).prefault({}),
  relay: z
    .strictObject({
      /** The relay for mobile wallets. Left out: this server's own relay, which public wallets do not connect to. */
      url: z
        .string()
        .regex(/^wss?:\/\/[^/?#]+(\/[^?#]*)?$/, { error: 'must be a websocket URL such as wss://relay.walletconnect.org.' })
        .exactOptional(),
      /** The operator's own project id at that relay; left out, the project's id here. */
      projectId: z.string().min(1).exactOptional(),
      /** Whether this server is a relay. Left out: as long as `url` names no other one. */
      enabled: z.boolean().exactOptional(),
      /** Seconds that a message may wait for its reader. */
      longestTtl: z.int().min(300).max(2_592_000).default(604_800),
      /** Megabytes of all waiting messages together; beyond it the oldest go, first those that nobody asked for. */
      storage: z.int().min(1).default(512),
    })
    .prefault({}),
  /** The embedded wallet's server; left out, there is none. */
  accounts: accountsSchema.exactOptional(),
  /** Signing in with a wallet. Seconds. */
  siwx: z
    .strictObject({
      /** How long a visitor stays signed in. */
      session: z
        .int()
        .min(60)
        .max(90 * 86_400)
        .default(7 * 86_400),
      /** How long the user may take to sign. */
      nonce: z.int().min(30).max(3_600).default(600),
    })
    .prefault({}),
  /** How many units of a currency one US dollar is, as decimal numbers: values are shown in no other currency. */
  rates: z.partialRecord(z.enum(currencies), decimal).default({}),
  /** Services for prices of tokens that no exchange on their chain prices. Left out, nobody else is asked. */
  prices: z
    .strictObject({
      defillama: z.strictObject({ url: httpUrl.default('https://coins.llama.fi') }).exactOptional(),
      coingecko: z
        .strictObject({ key: z.string().min(1), plan: z.enum(['demo', 'pro']).default('demo'), url: httpUrl.exactOptional() })
        .exactOptional(),
    })
    .prefault({}),
  /** What dialogs report of visits: kept only where the operator says so, and the page does not forbid it. */
  analytics: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Days after which a report is deleted. */
      retentionDays: z.int().min(1).max(3_650).default(30),
    })
    .prefault({}),
  /** Who swaps tokens where there is a service for it; everywhere else the pools of the chain do. */
  swaps: z
    .strictObject({
      oneInch: z.strictObject({ key: z.string().min(1), url: httpUrl.exactOptional() }).exactOptional(),
      /** LI.FI, where 1inch does not swap. It answers without a key too, less often. `integrator` is the operator's name there. */
      lifi: z
        .strictObject({
          key: z.string().min(1).exactOptional(),
          integrator: z
            .string()
            .regex(/^[\w.-]{1,23}$/, { error: 'must have 1 to 23 letters, digits, -, _ or dots.' })
            .exactOptional(),
          url: httpUrl.exactOptional(),
          /** Its contract by CAIP-2 id, on chains that this version does not know it on. */
          contracts: z.record(z.string().regex(/^eip155:\d{1,20}$/), evmAddress).exactOptional(),
        })
        .exactOptional(),
    })
    .prefault({}),
  /** Metadata of NFTs. What contracts hold themselves (`data:`) is always read; nothing else is, unless the operator says so. */
  nfts: z
    .strictObject({
      /** Whether it is fetched from the servers that contracts name: public addresses, https. */
      https: z.boolean().default(false),
      /** Where `ipfs:` leads: the base URL of a gateway. */
      ipfsGateway: httpUrl.exactOptional(),
      /** Where `ar:` leads: the base URL of a gateway. Left out: https://arweave.net, as one of the servers that contracts name. */
      arweaveGateway: httpUrl.exactOptional(),
    })
    .prefault({}),
  /** Names that users register here. Left out: none. */
  names: z
    .strictObject({
      /** What they end with; new ones with the first. */
      zones: z.array(nameZone).max(10).default([]),
      /** More labels that nobody may register. */
      reserved: z.array(z.string().regex(/^[a-z0-9-]{1,63}$/, { error: 'must be letters, digits and hyphens.' })).default([]),
      /** Names that one address may own. */
      perOwner: z.int().min(1).max(10_000).default(10),
      /** Answers for the zone's resolver on a chain (EIP-3668): the contract, and the key of a signer that it knows. */
      gateway: z
        .strictObject({
          resolver: evmAddress,
          key: privateKey,
        })
        .exactOptional(),
    })
    .prefault({}),
  /** Buying coins with money. Left out: nobody sells. */
  onramp: z
    .strictObject({
      /** Pays out coins of test networks, and takes no money for them: the account's key, and the networks (CAIP-2). */
      sandbox: z
        .strictObject({
          key: privateKey,
          chains: z.array(caip2).min(1),
          /** Price of a network's coin in US dollars, when no other source has one. */
          prices: z.record(caip2, decimal).exactOptional(),
        })
        .exactOptional(),
      /** Coinbase Onramp, with a secret API key of the operator's account. */
      coinbase: z
        .strictObject({
          keyId: z.string().min(1),
          keySecret: z.string().min(1),
          /** Where users live: ISO 3166-1, and for the United States ISO 3166-2. */
          country: z
            .string()
            .regex(/^[A-Z]{2}$/, { error: 'must be a country such as US.' })
            .default('US'),
          subdivision: z
            .string()
            .regex(/^[A-Z0-9]{1,3}$/, { error: 'must be a subdivision such as NY.' })
            .exactOptional(),
          url: httpUrl.default('https://api.developer.coinbase.com'),
          checkout: httpUrl.default('https://pay.coinbase.com/buy/select-asset'),
        })
        .exactOptional(),
      /** MoonPay, on networks on which Coinbase does not sell: the publishable and the secret key of the operator's account. */
      moonpay: z
        .strictObject({
          key: z.string().min(1),
          secret: z.string().min(1),
          url: httpUrl.default('https://api.moonpay.com'),
          checkout: httpUrl.default('https://buy.moonpay.com'),
        })
        .exactOptional(),
    })
    .prefault({}),
  chains: z.array(chain).min(1),
  projects: z.array(project).default([]),
})

/** What an operator writes. */
export type ConfigInput = z.input<typeof configSchema>
/** What the services read: every default filled in. */
export type Config = z.output<typeof configSchema>
export type ChainConfig = Config['chains'][number]
