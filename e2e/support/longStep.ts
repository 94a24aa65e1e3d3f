import { test } from '@playwright/test'

/** A step of a flow that only `npm run test:long` takes: the flow goes on without it. */
export const longStep: (title: string, body: () => Promise<void>) => Promise<void> = process.env.LATCHKEY_LONG ? test.step : test.step.skip
