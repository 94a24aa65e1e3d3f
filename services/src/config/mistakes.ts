import type { z } from 'zod'

/** Everything that is wrong with a configuration: one plain sentence per mistake, each naming its key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** Writes a zod path as code: `chains[0].upstreams[1].url`. */
export function keyOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (key, part) => (typeof part === 'number' ? `${key}[${part}]` : key === '' ? String(part) : `${key}.${String(part)}`),
    '',
  )
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`)
const nouns: Readonly<Record<string, string>> = { int: 'whole number', record: 'object', map: 'object' }

const counted = (origin: string) => (origin === 'array' ? 'entries' : 'characters')

function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('undefined')
        ? 'is missing.'
        : `must be ${article(nouns[issue.expected] ?? issue.expected)}.`
    case 'unrecognized_keys':
      return `has ${issue.keys.length > 1 ? 'unknown keys' : 'an unknown key'}: ${issue.keys.join(', ')}.`
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}.`
    case 'too_small':
      if (issue.origin !== 'array' && issue.origin !== 'string') return `must be at least ${issue.minimum}.`
      return Number(issue.minimum) > 1 ? `must have at least ${issue.minimum} ${counted(issue.origin)}.` : 'must not be empty.'
    case 'too_big':
      return issue.origin === 'array' || issue.origin === 'string'
        ? `must have at most ${issue.maximum} ${counted(issue.origin)}.`
        : `must be at most ${issue.maximum}.`
    default:
      return issue.message.endsWith('.') ? issue.message : `is not valid: ${issue.message}.`
  }
}

/** Turns zod's issues into sentences. Messages of our own refinements are written as the end of such a sentence. */
export function mistakesOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${keyOf(issue.path) || 'The configuration'} ${sentence(issue)}`)
}
