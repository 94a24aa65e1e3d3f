import type { Mistake, WrittenOptions } from '../contracts.js'
import { readProperty } from '../errors.js'
import { options } from './options.js'
import { pageOptions } from './pageOptions.js'
import type { z } from './schema.js'

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue

const longestValue = 100
/** After so many an option goes as a whole: it bounds the work on a value that is wrong throughout. */
const mostMistakes = 32

const at = (value: unknown, path: Path): unknown => path.reduce<unknown>((holder, key) => readProperty(holder, key), value)

const has = (value: unknown, path: Path) => {
  const holder = at(value, path.slice(0, -1))
  const key = path.at(-1)
  return typeof holder === 'object' && holder !== null && key !== undefined && Object.hasOwn(holder, key)
}

/** A copy without what is at the path. */
function without(value: unknown, [key, ...rest]: Path): unknown {
  if (typeof value !== 'object' || value === null || key === undefined) return value
  if (Array.isArray(value)) return value.flatMap((item, index) => (index !== key ? [item] : rest.length > 0 ? [without(item, rest)] : []))
  const entries = Object.entries(value).filter(([name]) => name !== key || rest.length > 0)
  return Object.fromEntries(entries.map(([name, item]) => [name, name === key ? without(item, rest) : item]))
}

/** The cause of an issue: of a union's branches the one that got furthest, which is the one that was meant. */
function causeOf({ path, ...issue }: Issue, above: Path = []): { readonly path: Path; readonly expected?: string } {
  const here = [...above, ...path]
  if (issue.code === 'invalid_union') {
    const causes = issue.errors.flatMap(([first]) => (first ? [causeOf(first, here)] : []))
    const longest = Math.max(...causes.map((cause) => cause.path.length))
    const deepest = causes.filter((cause) => cause.path.length === longest)
    const expected = deepest.flatMap((cause) => cause.expected ?? []).join(' or ')
    return { path: deepest[0]?.path ?? here, ...(expected && { expected }) }
  }
  if (issue.code === 'invalid_value') return { path: here, expected: issue.values.map((value) => JSON.stringify(value)).join(', ') }
  if (issue.code === 'invalid_type') return { path: here, expected: issue.expected }
  return { path: here }
}

/**
 * A value as JSON, cut after 100 characters.
 *
 * @example written({ a: 1 }) // '{"a":1}'
 */
export function written(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

function leaveOut(type: z.ZodMiniType<unknown>, input: unknown) {
  const mistakes: Mistake[] = []
  const found: Path[] = []
  let value = input
  let result = type.safeParse(value)
  // Each round takes something away, so it ends.
  while (!result.success && result.error.issues[0]) {
    const { path, expected } = causeOf(result.error.issues[0])
    let removed = found.length < mostMistakes ? path : path.slice(0, 1)
    // Something that must be there is not: what holds it goes.
    while (removed.length > 0 && !has(value, removed)) removed = removed.slice(0, -1)
    if (removed.length === 0) return { value: {}, mistakes }
    // A pair of which one half was wrong: that was said.
    if (!found.some((earlier) => removed.every((key, index) => earlier[index] === key)))
      mistakes.push({
        kind: 'value',
        path: removed.join('.'),
        value: written(at(value, removed)),
        ...(expected && removed === path && { expected }),
      })
    found.push(removed)
    // A list of which nothing is right says as much as none: an empty one would mean that its author wants none of them.
    const holder = removed.slice(0, -1)
    const list = at(value, holder)
    value = without(value, holder.length > 0 && Array.isArray(list) && list.length === 1 ? holder : removed)
    result = type.safeParse(value)
  }
  return { value: result.success ? result.data : {}, mistakes }
}

/**
 * Reads a page's options as far as they are right. It never throws: a developer's mistake must not take the dialog away from visitors.
 *
 * @param input the options as the page wrote them
 * @returns the options without what is wrong in them
 * @example
 * readOptions({ themeMode: 'dark', locale: 7 }) // { themeMode: 'dark' }
 */
export function readOptions(input: unknown): WrittenOptions {
  // zod writes `a?: string | undefined` where the contract writes `a?: string`.
  return leaveOut(options, input).value as WrittenOptions
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** What frameworks and proxies write on a script tag, beside the attributes that are options. */
const foreign = /^(nscript|cfasync|astro\w*)$/

const unknownKeys = (value: unknown, shape: object, prefix = ''): Mistake[] =>
  !isObject(value)
    ? []
    : Object.keys(value).flatMap((key) =>
        Object.hasOwn(shape, key) || foreign.test(key)
          ? []
          : [{ kind: 'unknown' as const, path: prefix + key, value: written(value[key]) }],
      )

/**
 * Finds what in a page's options does not do what its author meant.
 *
 * @param input the options as the page wrote them
 * @param development also names options that do not exist, which visitors need not hear of
 * @example
 * findMistakes({ projectId: 'shop', themeMode: 'blue' }, true)[0]?.path // 'themeMode'
 */
export function findMistakes(input: unknown, development: boolean): readonly Mistake[] {
  const shape = pageOptions.shape
  const unknown = [
    ...unknownKeys(input, shape),
    ...unknownKeys(at(input, ['features']), shape.features.def.innerType.shape, 'features.'),
    ...unknownKeys(at(input, ['metadata']), shape.metadata.def.innerType.shape, 'metadata.'),
  ]
  return [...leaveOut(pageOptions, input).mistakes, ...(development ? unknown : [])]
}
