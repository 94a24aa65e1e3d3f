/**
 * PostgreSQL's advisory locks: numbers that every process on a database agrees on. All of them stand here, because two kinds of work under one
 * number would wait for each other.
 */
export const locks = {
  migrations: 4_100_310_337,
  audit: 4_100_310_338,
  prices: 4_100_310_339,
  indexing: 4_100_310_340,
  rewrapping: 4_100_310_341,
} as const
