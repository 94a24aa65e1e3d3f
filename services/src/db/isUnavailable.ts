import { DrizzleQueryError } from 'drizzle-orm'

/** Seconds after which it is worth asking again. */
export const databaseRetryAfter = '2'

/** Whether an error means that the database could not answer. What a user sent is checked before it gets there, so it is never their mistake. */
export const isUnavailable = (error: unknown): boolean => error instanceof DrizzleQueryError
