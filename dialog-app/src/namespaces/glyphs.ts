import type { NamespaceId } from '@latchkey/protocol'

/** A mark on a 24 grid: areas are filled, lines are drawn with a pen. */
export type Glyph = { readonly areas?: readonly string[]; readonly lines?: readonly string[] }

const dot = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`

/** What stands for a family where its name stands, too. */
export const glyphs: Readonly<Record<NamespaceId, Glyph>> = {
  eip155: { areas: ['M12 2.5l6 9.7-6 3.5-6-3.5z', 'M6.3 14l5.7 3.3 5.7-3.3L12 21.5z'] },
  solana: { areas: ['M7.5 5.5h12l-3 3h-12z', 'M4.5 10.5h12l3 3h-12z', 'M7.5 15.5h12l-3 3h-12z'] },
  bip122: {
    lines: ['M8.5 6h4.3a2.9 2.9 0 0 1 0 5.8H8.5z', 'M8.5 11.8h5a3 3 0 0 1 0 6.2h-5z', 'M10.5 4v2M10.5 18v2M13.5 4v2M13.5 18v2'],
  },
  polkadot: { areas: [dot(12, 5, 2.6), dot(12, 19, 2.6), dot(6, 8.6, 2), dot(18, 8.6, 2), dot(6, 15.4, 2), dot(18, 15.4, 2)] },
  cosmos: {
    areas: [dot(12, 12, 1.8)],
    lines: [
      'M12 3.2c2 0 3.6 3.9 3.6 8.8s-1.6 8.8-3.6 8.8-3.6-3.9-3.6-8.8S10 3.2 12 3.2z',
      'M4.4 7.6c1-1.7 5.200-1.100 9.400 1.300s6.800 5.800 5.800 7.500-5.200 1.100-9.400-1.300-6.800-5.800-5.800-7.500z',
    ],
  },
}
