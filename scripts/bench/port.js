import process from 'node:process'

/** The first of the ports that a bench takes. Not 4190, which browsers refuse: https://fetch.spec.whatwg.org/#bad-port */
export const benchPort = Number(process.env.LATCHKEY_BENCH_PORT ?? 4140)
