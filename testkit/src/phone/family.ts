/** A wallet's refusal, with the code that the page gets. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type FamilyRequest = { readonly chainId: string; readonly method: string; readonly params: unknown }

/** What the wallet can do on one chain family, with one real key. */
export type Family = {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** The address on a chain, by its CAIP-2 id; undefined for a chain that this wallet does not have. */
  address(chainId: string): string | undefined
  /** All addresses on a chain, where there are several. */
  addresses?(chainId: string): readonly string[]
  /**
   * Does what the page asks for; the user has approved it.
   *
   * @throws WalletError for what it cannot do
   */
  handle(request: FamilyRequest): Promise<unknown>
}

/** Reads one member of a request's parameters. */
export function member(params: unknown, key: string | number): unknown {
  return typeof params === 'object' && params !== null ? Reflect.get(params, key) : undefined
}

/** Reads a text among the parameters; 4-digit codes are for the page, this is its mistake. */
export function text(params: unknown, key: string | number): string {
  const value = member(params, key)
  if (typeof value !== 'string') throw new WalletError(-32602, `Invalid params: ${key}`)
  return value
}

/** Refuses a request for another account than the wallet's own; a page that names none means ours. */
export function own(params: unknown, key: string, address: string | undefined): void {
  const wanted = member(params, key)
  if (typeof wanted === 'string' && wanted !== '' && wanted !== address)
    throw new WalletError(4100, `Not an account of this wallet: ${wanted}`)
}

export const unsupported = (method: string) => new WalletError(4200, `Method not supported: ${method}`)
