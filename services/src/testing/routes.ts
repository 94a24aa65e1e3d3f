import { OpenAPIHono } from '@hono/zod-openapi'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { pino } from 'pino'
import type { ApiEnv } from '../api/context.js'
import { resolveChains } from '../config/chains.js'
import { checkConfig } from '../config/readConfig.js'
import type { ConfigInput } from '../config/schema.js'
import { shopStore } from './gateway.js'

/** Networks whose nodes nobody asks: the local EVM one, and those of other families. */
export const evm = 'eip155:31337'
export const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const bitcoin = 'bip122:000000000933ea01ad0ee984209779ba'

/** A network of the configuration by its CAIP-2 id. */
export const networkOf = (caip2: string): ConfigInput['chains'][number] => ({ caip2, upstreams: [{ url: 'http://127.0.0.1:9' }] })

/**
 * For tests of how endpoints read a question: an application without any, and what they stand on. Pictures are shown by their own addresses.
 *
 * @param more networks beside the local one
 */
export async function openRoutes(more: ConfigInput['chains'] = []) {
  const config = checkConfig({
    urls: { dialog: 'https://dialog.example.com', secure: 'https://secure.example.com', api: 'https://api.example.com' },
    chains: [{ ...localChain(), blockTime: 0, testnet: true }, ...more],
  })
  const context = {
    config,
    chains: await resolveChains(config.chains),
    projects: shopStore,
    log: pino({ level: 'silent' }),
    showPicture: (address: string) => address,
  }
  return { app: new OpenAPIHono<ApiEnv>(), context }
}
