import * as z from 'zod/mini'

// The dialog's CSP forbids `unsafe-eval`; without this zod probes `new Function` and the browser reports a violation.
z.config({ jitless: true })

export { z }
