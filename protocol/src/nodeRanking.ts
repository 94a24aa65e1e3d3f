import { limits } from './constants.js'

/** One probe of a node: how long it took in milliseconds, or that it failed. */
export type Sample = { readonly ok: boolean; readonly latency: number }

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Scores nodes by their last probes: stability has the weight 0.7, latency 0.3, each from 0 to 1.
 *
 * @param samples of each node, at most the last ten
 * @returns the score of each node; one that was never probed gets the best, so that the configured order holds at the start
 * @example
 * scoreNodes([[{ ok: true, latency: 80 }], [{ ok: false, latency: 5_000 }], []]) // [0.7, 0, 1]
 */
export function scoreNodes(samples: readonly (readonly Sample[])[]): number[] {
  const latencies = samples.map((list) => {
    const answered = list.filter((sample) => sample.ok).map((sample) => sample.latency)
    return answered.length > 0 ? mean(answered) : null
  })
  const slowest = Math.max(1, ...latencies.map((latency) => latency ?? 0))
  return samples.map((list, index) => {
    if (list.length === 0) return 1
    const stability = mean(list.map((sample) => (sample.ok ? 1 : 0)))
    const latency = latencies[index] ?? null
    if (stability === 0 || latency === null) return 0
    return limits.rankStabilityWeight * stability + limits.rankLatencyWeight * (1 - latency / slowest)
  })
}
