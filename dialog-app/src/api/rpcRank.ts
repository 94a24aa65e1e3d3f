import { limits } from '@latchkey/protocol'

/** One look at a transport: how long it took in milliseconds, or that it failed. */
export type Sample = { readonly ok: boolean; readonly latency: number }

export type Ranking = {
  /** URLs, best first. */
  order(): readonly string[]
  record(url: string, sample: Sample): void
}

/**
 * Orders transports by their last 10 samples: 0.7 for stability (share of successes), 0.3 for latency relative to the slowest. Without samples the given order holds.
 */
export function createRanking(urls: readonly string[]): Ranking {
  const samples = new Map<string, Sample[]>(urls.map((url) => [url, []]))

  function scores(): Map<string, number> {
    const means = [...samples].map(([url, list]) => {
      const good = list.filter(({ ok }) => ok)
      const mean = good.reduce((sum, { latency }) => sum + latency, 0) / (good.length || 1)
      return { url, stability: list.length ? good.length / list.length : 1, latency: mean }
    })
    const slowest = Math.max(...means.map(({ latency }) => latency), 1)
    return new Map(
      means.map(({ url, stability, latency }) => {
        // Nothing works: its latency is no merit.
        const speed = stability === 0 ? 0 : 1 - latency / slowest
        return [url, stability * limits.rankStabilityWeight + speed * limits.rankLatencyWeight]
      }),
    )
  }

  return {
    order() {
      if ([...samples.values()].every((list) => list.length === 0)) return urls
      const score = scores()
      return [...urls].sort((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0))
    },
    record(url, sample) {
      const list = samples.get(url)
      if (!list) return
      list.push(sample)
      if (list.length > limits.rankSamples) list.shift()
    },
  }
}
