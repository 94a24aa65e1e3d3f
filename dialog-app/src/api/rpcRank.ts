import { limits, type Sample, scoreNodes } from '@latchkey/protocol'

export type Ranking = {
  /** URLs, best first. */
  order(): readonly string[]
  record(url: string, sample: Sample): void
}

/** Orders transports by their last 10 samples. Without samples the given order holds. */
export function createRanking(urls: readonly string[]): Ranking {
  const samples = new Map<string, Sample[]>(urls.map((url) => [url, []]))

  return {
    order() {
      const scores = scoreNodes([...samples.values()])
      const score = new Map([...samples.keys()].map((url, index) => [url, scores[index]]))
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
