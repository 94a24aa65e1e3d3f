/**
 * @param {readonly number[]} values
 * @param {number} share from 0 to 1
 * @returns {number} NaN without values
 */
export function quantile(values, share) {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5)

/** @param {number} value @param {number} digits */
export const round = (value, digits = 1) => Number(value.toFixed(digits))

/**
 * Median and quartiles, rounded: what a few dozen samples can tell. Percentiles further out need hundreds.
 *
 * @param {readonly number[]} values
 * @param {number} [digits]
 */
export const spread = (values, digits = 1) => ({
  median: round(median(values), digits),
  from: round(quantile(values, 0.25), digits),
  to: round(quantile(values, 0.75), digits),
  samples: values.length,
})
