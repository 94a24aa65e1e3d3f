import type { CaipNetworkId } from '@latchkey/protocol'

/** What the address in a QR code asks for beside being paid. */
export type Payment = {
  /** An address, or a name where the family has them. */
  readonly recipient: string
  /** Left out where the code does not say. */
  readonly networkId?: CaipNetworkId
  /** Of the token; left out for the native coin. */
  readonly contract?: string
  /** In the smallest unit, or as text a decimal number of whole tokens: each standard has its own way. */
  readonly amount?: bigint | string
}

/** How the addresses of a chain family are written with an amount, in QR codes and links. */
export type PaymentCodes = {
  /** Of the URI, without its colon. */
  readonly scheme: string
  /** @throws Error for anything that is not exactly one transfer, or wants more from a wallet than that */
  read(uri: string): Payment
}
