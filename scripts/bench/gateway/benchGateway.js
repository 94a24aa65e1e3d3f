import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../../entry/root.js'
import { median, round, spread } from '../statistics.js'
import { ask } from './loadClient.js'

/** @import { Own } from '../../entry/lifetime.js' */
/** @import { Product } from '../pages.js' */

const load = { connections: 32, duration: 1_000 }
const turns = 12
const rpc = (/** @type {string} */ method, /** @type {readonly unknown[]} */ ...params) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** Starts a server that answers always the same. */
async function startConstant(/** @type {string} */ answer, /** @type {Own} */ own) {
  const child = spawn(process.execPath, [join(root, 'scripts/bench/gateway/constant.js'), answer], { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  if (child.pid) child.once('exit', own(child.pid, stop))
  const [port] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${Number(port)}/`, stop }
}

/**
 * The gateway in turns with what it is measured by, in one run; the client runs on the same machine.
 *
 * - What it keeps (a block by its hash) against a server that answers the same bytes whatever it is asked.
 * - What it has to ask the node for (a nonce, which two callers never share) against the node itself.
 *
 * @returns answers a second (median), and the median and the quartiles of the turns' ratios
 */
export async function benchGateway(
  /** @type {Pick<Product, 'api' | 'projectId' | 'chains'>} */ { api, projectId, chains },
  /** @type {Own} */ own,
) {
  const [chainId, node] = Object.entries(chains)[0] ?? ['', '']
  const gateway = `${api}/v1/?chainId=${encodeURIComponent(chainId)}&projectId=${projectId}`
  const post = async (/** @type {string} */ body) =>
    (await fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text()
  const { hash } = JSON.parse(await post(rpc('eth_getBlockByNumber', '0x0', false))).result
  const kept = rpc('eth_getBlockByHash', hash, false)
  const nonce = rpc('eth_getTransactionCount', '0x0000000000000000000000000000000000000001', 'latest')
  const constant = await startConstant(await post(kept), own)
  const pairs = {
    kept: { ours: { url: gateway, body: kept }, other: { url: constant.url, body: kept } },
    passed: { ours: { url: gateway, body: nonce }, other: { url: node, body: nonce } },
  }
  const compare = async (/** @type {typeof pairs.kept} */ { ours, other }) => {
    /** @type {{ ours: number[], other: number[], ratio: number[] }} */
    const rates = { ours: [], other: [], ratio: [] }
    // The first turn warms both up.
    for (let turn = 0; turn <= turns; turn += 1) {
      const [own, theirs] = [await ask(ours, load), await ask(other, load)]
      if (turn === 0) continue
      rates.ours.push(own)
      rates.other.push(theirs)
      rates.ratio.push(own / theirs)
    }
    return { ours: round(median(rates.ours), 0), other: round(median(rates.other), 0), ratio: spread(rates.ratio, 2) }
  }
  try {
    return { connections: load.connections, kept: await compare(pairs.kept), passed: await compare(pairs.passed) }
  } finally {
    await constant.stop()
  }
}
