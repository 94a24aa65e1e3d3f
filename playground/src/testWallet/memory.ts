/** What the Test wallet remembers about this site. Public data only: its keys are everybody's. */
export type WalletMemory = {
  readonly authorised: boolean
  /** Index of the active account of the development mnemonic. */
  readonly account: number
  /** EIP-155 chain id. */
  readonly chainId: number
}

const key = 'test-wallet'

/** Reads what was remembered; storage may be denied, then nothing is. */
export function readMemory(fallback: WalletMemory): WalletMemory {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<WalletMemory> | null
    return { ...fallback, ...stored }
  } catch {
    return fallback
  }
}

/** Remembers it for the next visit and tells the other tabs of this site. */
export function writeMemory(memory: WalletMemory): void {
  try {
    localStorage.setItem(key, JSON.stringify(memory))
  } catch {
    // Storage is denied: the wallet then remembers for the life of this page only.
  }
}

/** Calls back when another tab of this site changed the memory. */
export function watchMemory(fallback: WalletMemory, listener: (memory: WalletMemory) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) listener(readMemory(fallback))
  })
}
