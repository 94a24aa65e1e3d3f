/** Words of the message catalogue, with what stands in them. */
export type Words = { readonly id: string; readonly values?: Readonly<Record<string, string | number>> }

/** Something that leaves or comes. Amounts are decimal text, exact. */
export type AssetChange = {
  readonly direction: 'out' | 'in'
  /** Without sign; null for a collectible. */
  readonly amount: string | null
  readonly symbol: string
  readonly tokenId?: string
  /** Contract address, when it is not the network's own coin. */
  readonly token?: string
  /** Amount and name are what a contract says of itself: the operator does not know it. */
  readonly unverified?: boolean
}

export type Row = {
  readonly label: string
  readonly value: string
  /** Drawn in place of the value, in the user's language. */
  readonly words?: Words
  /** How it is drawn: an address is written whole in the details and cut here. */
  readonly kind: 'text' | 'address' | 'code'
  readonly firstTime?: boolean
  /** An address of the user’s own, one that only looks like a known one, or a token’s that the operator does not know. */
  readonly mark?: 'own' | 'alike' | 'unverified'
}

/** What a user must know before they decide; `neg` is red, `warn` is amber. */
export type Warning = { readonly tone: 'warn' | 'neg'; readonly title: Words; readonly text: Words }

export type Allowance = {
  readonly symbol: string
  readonly amount: string | null
  /** What the user has, decimal text. */
  readonly balance?: string
  /** Of the token: what a new limit may have. */
  readonly decimals: number
  /** The limit can be changed here. */
  readonly editable: boolean
}

/** One of several things that happen together. */
export type CallSummary = { readonly title: Words; readonly rows: readonly Row[] }

/** What leaves, when a request does nothing else: its whole amount as decimal text, and who gets it, as the bytes say. */
export type Transfer = { readonly amount: string; readonly recipient: string }

/** Another address that looks like this one. */
export type LookAlike = { readonly address: string; readonly known: string }

/**
 * What somebody may still do once a request has happened, or whoever holds a signature may. `token` is left out for the network's own coin, and for
 * power over something else. `amount`: raw units; null: all that there is, now and later. `until`: seconds since 1970; null: until it is revoked.
 * `lasts`: it goes beyond this visit, or beyond what there is now.
 */
export type Grant = { readonly token?: string; readonly amount: bigint | null; readonly until: number | null; readonly lasts: boolean }
/** Power that has neither a limit nor an end. */
export const everything: Grant = { amount: null, until: null, lasts: true }

/** Of what is given, what outlives the request. */
export const lastingOf = ({ grants }: Pick<ApprovalContent, 'grants'>): readonly Grant[] => grants.filter(({ lasts }) => lasts)

/**
 * All that an approval shows, decided in the worker: the part that draws it adds words and pictures only. Every text of a page in it is shown as text.
 */
export type ApprovalContent = {
  readonly title: Words
  readonly kind: 'transaction' | 'message' | 'typedData' | 'signIn'
  readonly changes: readonly AssetChange[]
  /** `none`: nothing to preview (a message). `failed`: it would fail, or could not be tried. */
  readonly preview: 'done' | 'failed' | 'none'
  readonly allowance?: Allowance
  /** What others may take by it. What of that outlives the request is given in the wallet's own window only. */
  readonly grants: readonly Grant[]
  readonly warnings: readonly Warning[]
  readonly lookAlike?: LookAlike
  /** Of a payment alone: coins or tokens of one kind to one recipient, and the node finds nothing else that leaves. */
  readonly transfer?: Transfer
  readonly rows: readonly Row[]
  /** Every call of a batch, in its order. */
  readonly calls?: readonly CallSummary[]
  /** What also happens, or who pays, in plain words. */
  readonly notes?: readonly Words[]
  /** A message's text, control and bidirectional characters made visible. */
  readonly message?: string
  /** Of a sign-in: its fields do not say all of it, so that the text has to be read to its end. Other messages always have to. */
  readonly readWhole?: boolean
  readonly details: readonly Row[]
  /** No consent is possible: only the way out is offered. */
  readonly blocked: boolean
  /** Label of the confirming button. */
  readonly confirm: 'confirm' | 'sign' | 'allow' | 'allowAnyway' | 'confirmAnyway' | 'sendAnyway' | 'signIn'
  /** Not understood: a second, separate yes is asked for. */
  readonly twice: boolean
}

/** What is to be signed, and how it is shown. */
export type Prepared = {
  readonly content: ApprovalContent
  /** Exactly what will be signed. Its digest is what the user's yes is bound to. */
  readonly payload: Uint8Array<ArrayBuffer>
  /** The button is about to be armed: what a yes needs is begun ahead. */
  arm?(): void
  /** Signs the payload that was approved, and sends it where the method says so. @throws Changed when it would do something else by now */
  execute(payload: Uint8Array<ArrayBuffer>): Promise<unknown>
  /** The same with another spending limit, in the token's decimal text. */
  withLimit?(amount: string): Promise<Prepared>
  /** Addresses that are known once this was sent. */
  readonly counterparties: readonly string[]
}
