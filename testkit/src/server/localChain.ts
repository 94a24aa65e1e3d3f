/**
 * An EVM chain as an operator writes it into the configuration.
 *
 * @param node its only node; by default one that nobody answers at
 */
export const localChain = (node = 'http://127.0.0.1:9') => ({
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: node }],
})
