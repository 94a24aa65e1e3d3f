import { ask, isAsking, type Prompt, showAgain } from '../testWallet/prompt.js'
import { busy, unauthorized } from '../testWallet/rpcError.js'

/** A test wallet's dealings with its user: whether this site may see the accounts, and each question. */
export type Consent = {
  readonly isGiven: () => boolean
  /** Asks for permission unless it was given. @throws ProviderError 4001 */
  readonly connect: (address: string) => Promise<void>
  /** @throws ProviderError 4100 without permission, 4001 when the user rejects, -32002 while another question is open */
  readonly confirm: (prompt: Omit<Prompt, 'mark'>) => Promise<void>
  readonly leave: () => void
  /** Calls back when permission was given or taken back. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Opens the consent of one wallet. What was permitted survives a reload, where storage is there.
 *
 * @param mark what stands above each question, for example `Solana test wallet · local chain only`
 */
export function createConsent(key: string, mark: string): Consent {
  const place = `test-wallet:${key}`
  const listeners = new Set<() => void>()
  let given = false
  try {
    given = localStorage.getItem(place) === 'yes'
  } catch {
    // Storage is denied: permission then lasts as long as the page.
  }
  function change(value: boolean) {
    if (given === value) return
    given = value
    try {
      if (value) localStorage.setItem(place, 'yes')
      else localStorage.removeItem(place)
    } catch {
      // As above.
    }
    for (const listener of [...listeners]) listener()
  }
  async function question(prompt: Omit<Prompt, 'mark'>) {
    if (isAsking()) {
      showAgain()
      throw busy()
    }
    await ask({ ...prompt, mark, facts: [['Asked by', location.origin], ...prompt.facts] })
  }
  return {
    isGiven: () => given,
    async connect(address) {
      if (given) return
      const may = 'see your address and ask you to sign. Nothing happens without you.'
      await question({
        title: 'Connect to this site?',
        approve: 'Connect',
        facts: [
          ['Account', address],
          ['It may', may],
        ],
      })
      change(true)
    },
    async confirm(prompt) {
      if (!given) throw unauthorized()
      await question(prompt)
    },
    leave: () => change(false),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
