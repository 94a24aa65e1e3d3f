import { once } from 'node:events'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { requireFreePorts } from './freePorts.js'

/** Some machines have no IPv6: no browser asks there. */
const hosts = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses.map(({ address }) => address))
  .filter((address) => ['127.0.0.1', '::1'].includes(address))

test.each(hosts)('error: another server answers on %s, where browsers may look for *.localhost', async (host) => {
  const server = createServer().listen(0, host)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  await expect(requireFreePorts(port)).rejects.toThrow(
    new RegExp(`^Port ${port} \\(the server\\) is already in use\\. Choose others: npm start -- --port \\d+$`),
  )
})
