import { read } from '../foreign.js'

const mark = Symbol('latchkey')

/** Whether one is the other behind a Proxy: then a property of it is there, too. */
function isBehind(provider: object, other: object): boolean {
  const value = {}
  try {
    if (!Reflect.defineProperty(provider, mark, { value, configurable: true })) return false
    const seen = Reflect.get(other, mark) === value
    Reflect.deleteProperty(provider, mark)
    return seen
  } catch {
    // One that cannot be looked at.
    return false
  }
}

/** What a provider says that it is (`isHarbor`), but for the name that half of all wallets use. */
function flagsOf(provider: object): string {
  try {
    const names = Object.keys(provider).filter((key) => /^is[A-Z]/.test(key) && key !== 'isMetaMask' && read(provider, key) === true)
    return names.sort().join()
  } catch {
    return ''
  }
}

/** Whether two providers are one: the same object, or one behind a Proxy. */
export const isSameProvider = (one: object, other: object) => one === other || isBehind(one, other) || isBehind(other, one)

/** Whether two providers say the same of themselves: of one wallet, as long as only one of them is announced. */
export const looksAlike = (one: object, other: object) => flagsOf(one) !== '' && flagsOf(one) === flagsOf(other)
