import { readProperty } from '@latchkey/protocol'

/** Levels of errors inside errors that are read. */
const deepest = 5
const inside = ['data', 'error', 'originalError', 'cause'] as const

/** Every text of an error and of those inside it: wallets wrap what a node said in what they say themselves. */
export function errorTexts(error: unknown, depth = 0): string {
  if (typeof error === 'string') return error
  if (depth > deepest || typeof error !== 'object' || error === null) return ''
  const own = ['message', 'details', 'shortMessage'].map((key) => readProperty(error, key)).filter((text) => typeof text === 'string')
  const inner = inside.map((key) => errorTexts(readProperty(error, key), depth + 1))
  const logs = readProperty(error, 'logs')
  return [...own, ...inner, ...(Array.isArray(logs) ? logs.filter((line) => typeof line === 'string') : [])].filter(Boolean).join('\n')
}
