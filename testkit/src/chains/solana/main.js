import { serveSolana } from './server.js'

/** The process of a local Solana chain: `node testkit/src/chains/solana/main.js <port>`. Ends on SIGTERM. */
const port = Number(process.argv[2])
try {
  const { url } = await serveSolana({ port })
  console.log(url)
  process.on('SIGTERM', () => process.exit(0))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
