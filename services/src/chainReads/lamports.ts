import { z } from 'zod'

/** Amounts that a Solana node writes as JSON numbers: 64 bits, of which `AskChain` leaves the ones beyond a float as bigint. */
export const lamports = z.union([z.int().min(0), z.bigint().min(0n)]).transform(BigInt)
