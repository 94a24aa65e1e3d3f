import { name, type Schema } from './schema.js'

/** A schema for each method's parameters. */
export type Schemas<Api> = { readonly [K in keyof Api]: Schema<Api[K] extends (...args: infer Args) => unknown ? Args[0] : never> }

/** The id of a user-facing call. */
export const id = name(64)
export const method = name(128)
