/** Pictures of wallets that do not exist, for drawing views without anybody's mark. */
const drawings = {
  harbor:
    '<rect width="40" height="40" fill="#0B6E78"/><path d="M10 29V20a10 10 0 0 1 20 0v9h-5.500v-9a4.5 4.5 0 0 0-9 0v9z" fill="#fff"/><circle cx="20" cy="27" r="2.6" fill="#8FE3DC"/>',
  fable:
    '<rect width="40" height="40" fill="#E4572E"/><path d="M20 13c-2.6-2.2-5.8-3-10-3v17c4.2 0 7.4.8 10 3 2.6-2.2 5.8-3 10-3V10c-4.2 0-7.4.8-10 3z" fill="#fff"/><path d="M20 13v17" stroke="#E4572E" stroke-width="1.8"/>',
  northwind:
    '<rect width="40" height="40" fill="#3B32B8"/><path d="M20 7l3.3 9.700L33 20l-9.7 3.300L20 33l-3.3-9.700L7 20l9.7-3.300z" fill="#fff"/><path d="M20 14.500l1.6 3.9 3.9 1.6-3.9 1.6-1.6 3.9-1.6-3.9-3.9-1.6 3.9-1.600z" fill="#3B32B8"/>',
  kestrel:
    '<rect width="40" height="40" fill="#A3163A"/><path d="M8 27C9 16 17 9 32 9c-2 3-3.5 4.3-6 5 2 .2 3 .1 4.5-.3-1.5 4-4.5 6.3-8.5 6.6 1.6.7 2.6.9 4 .8-3.5 4-9 5.9-18 5.900z" fill="#fff"/>',
  juniper:
    '<rect width="40" height="40" fill="#1F6B43"/><circle cx="20" cy="13.5" r="5" fill="#D5F2DF"/><circle cx="13.5" cy="24.5" r="5" fill="#fff"/><circle cx="26.5" cy="24.5" r="5" fill="#9ADBB3"/>',
} as const

/** The wallet's icon as a `data:` URI, as wallets announce theirs. */
export function walletIcon(name: keyof typeof drawings): string {
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${drawings[name]}</svg>`)}`
}
