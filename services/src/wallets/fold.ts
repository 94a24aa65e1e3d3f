/**
 * Text as users compare it: without accents and case, with single spaces. `Ámbar  Wallet` and `ambar wallet` are the same.
 */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
