import { limits, type Sample, scoreNodes } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'
import { type Breaker, createBreaker } from './breaker.js'
import type { Family } from './families/family.js'
import { familyOf } from './families/familyOf.js'
import { createNodeIdentity, mayBeAnother, type NodeIdentity } from './nodeIdentity.js'
import { readReply } from './readReply.js'
import { createUpstream, type Upstream, type UpstreamReply } from './upstream.js'

/** One node of a chain and what we know of it. */
export type Node = {
  readonly upstream: Upstream
  readonly weight: number
  readonly breaker: Breaker
  readonly identity: NodeIdentity
  samples: Sample[]
  /** Height of its newest block at the last probe. */
  head?: number | undefined
}

export type Nodes = {
  readonly family: Family
  readonly all: readonly Node[]
  /** Best first. The list is shared: do not change it. */
  readonly ranked: () => readonly Node[]
  /** Probes every node once and ranks them anew. */
  readonly probe: () => Promise<void>
  /** Says that somebody asks for this chain: only such chains are probed. */
  readonly touch: () => void
  readonly close: () => Promise<void>
}

/** Hears of a node that is of another chain: its host, and what it says to be. */
export type OnWrongChain = (host: string, answer: string) => void
/** Hears of a node that is left alone because it fails, and of one that answers again: its host. */
export type OnNodeChange = (host: string, isBack: boolean) => void

/** A chain that nobody asked for in this time (milliseconds) is not probed. */
const activeFor = 60_000
const probeTimeout = 3_000
/** A node this far (milliseconds, but at least its family's number of blocks) behind the best one comes last. */
const maxLag = 15_000

/** Milliseconds for which a node of another chain is left alone before it is asked again which one it is of. */
const wrongChainPause = 30_000

/**
 * Whether a node may be asked: it is known to be of the chain. Only a node that was not asked before, or was away, has to be asked for it.
 *
 * @returns true; false for a node of another chain, which rests from now on; the reply of a node that does not say
 * @throws UpstreamError
 */
export function isOfChain(node: Node, timeout: number): true | Promise<boolean | UpstreamReply> {
  if (node.identity.isRight()) return true
  return node.identity.check(timeout).then((known) => {
    if (known !== 'wrong') return known === 'right' || known
    node.breaker.rest(wrongChainPause)
    node.head = undefined
    return false
  })
}

async function probeNode(node: Node, family: Family, now: () => number): Promise<void> {
  if (node.breaker.isResting()) return
  const started = now()
  let sample: Sample = { ok: false, latency: probeTimeout }
  try {
    if ((await isOfChain(node, probeTimeout)) === false) return
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: family.heightMethod, params: [] })
    const reply = await node.upstream.post(body, probeTimeout)
    const outcome = reply.status === 200 ? readReply(reply.text) : null
    if (outcome?.kind === 'result') {
      sample = { ok: true, latency: now() - started }
      node.head = Number(JSON.parse(outcome.raw))
      node.breaker.succeeded()
    } else if (reply.retryAfter !== undefined) node.breaker.rest(reply.retryAfter)
  } catch (error) {
    // The failed sample says the rest.
    if (mayBeAnother(error)) node.identity.forget()
  }
  node.samples = [...node.samples, sample].slice(-limits.rankSamples)
}

function rank(nodes: readonly Node[], family: Family, blockTime: number | undefined): readonly Node[] {
  const scores = scoreNodes(nodes.map(({ samples }) => samples))
  const best = Math.max(...nodes.map(({ head }) => head ?? 0))
  const lag = Math.max(family.lag, maxLag / (blockTime || 3_000))
  const value = (node: Node, index: number) => {
    const behind = node.head !== undefined && best - node.head > lag
    return (scores[index] ?? 0) * node.weight * (behind ? 0 : 1)
  }
  return nodes
    .map((node, index) => ({ node, value: value(node, index) }))
    .sort((a, b) => b.value - a.value)
    .map(({ node }) => node)
}

/**
 * Opens the nodes of a chain. With several of them, each is probed every 4 s while the chain is in use.
 *
 * @param options `now` milliseconds, for tests
 */
export function openNodes(
  chain: Chain,
  {
    now = Date.now,
    onWrongChain = () => undefined,
    onChange = () => undefined,
  }: { readonly now?: () => number; readonly onWrongChain?: OnWrongChain; readonly onChange?: OnNodeChange } = {},
): Nodes {
  const family = familyOf(chain)
  const all: readonly Node[] = chain.upstreams.map(({ url, weight }) => {
    const upstream = createUpstream(url)
    const changed = (isBack: boolean) => onChange(upstream.name, isBack)
    const identity = createNodeIdentity(
      upstream,
      family,
      chain.caipNetworkId,
      (answer) => onWrongChain(upstream.name, answer),
      () => changed(true),
    )
    return { upstream, weight, breaker: createBreaker(now, changed), identity, samples: [] }
  })
  let ranked = rank(all, family, chain.blockTime)
  let touched = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined

  const probe = () => {
    probing ??= Promise.all(all.map((node) => probeNode(node, family, now)))
      .then(() => {
        ranked = rank(all, family, chain.blockTime)
      })
      .finally(() => {
        probing = undefined
      })
    return probing
  }
  const timer =
    all.length > 1
      ? setInterval(() => {
          if (now() - touched < activeFor) void probe()
        }, limits.rankInterval).unref()
      : undefined

  return {
    family,
    all,
    ranked: () => ranked,
    probe,
    touch: () => {
      touched = now()
    },
    close: async () => {
      clearInterval(timer)
      await Promise.all(all.map(({ upstream }) => upstream.close()))
    },
  }
}
