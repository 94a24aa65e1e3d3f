import type { ViewName } from '@latchkey/protocol'

/** Views that show what the account has: while one of them is on screen, it is asked for. */
export const moneyViews: readonly ViewName[] = ['Account', 'OnRamp']
