import { useEffect, useRef, useState } from 'react'
import { createModal } from '../createModal.js'
import { report } from '../mistakes/report.js'
import { follow } from '../registry.js'
import type { Modal, ModalOptions } from '../types.js'

type Parts = Readonly<Record<string, unknown>>

/** Those that are read when the modal is created, and never again. */
const fixed = ['projectId', 'dialogUrl', 'preload', 'announce']

const isPlain = (value: unknown): value is Parts => Object(value).constructor === Object

/** Options whose functions are those of the newest render, so that a function made anew is no change. */
const forward = (value: unknown, holder: () => Record<string, (...args: unknown[]) => unknown>, key: string): unknown =>
  typeof value === 'function'
    ? (...args: unknown[]) => holder()[key]?.(...args)
    : isPlain(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, forward(part, () => holder()[key] as never, name)]))
      : value

/** Written alike means the same. */
const written = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : typeof part === 'function' ? 'function' : part))

/**
 * A modal that is created with the options of the first render, and follows those of every later one.
 *
 * @param modal one that exists, whose options are none of ours
 * @returns finds it, also after the page has destroyed it and created it again
 */
export function useOptions(modal: Modal | undefined, config: ModalOptions | undefined): () => Modal {
  const newest = useRef<{ config?: unknown }>({ config })
  const read = (options: unknown) => forward(options, () => newest.current as never, 'config')
  const [find] = useState(() => follow(modal ?? createModal(read(config) as ModalOptions)))
  useEffect(() => {
    const before: Parts = Object(newest.current.config)
    newest.current = { config }
    if (!config) return
    const after: Parts = { ...config }
    const changes = Object.keys({ ...before, ...after }).filter((key) => written(before[key]) !== written(after[key]))
    if (!changes.length) return
    const ignored = changes.filter((key) => fixed.includes(key))
    if (ignored.length) report('fixed', ignored)
    const own = read(config) as Parts
    const none = Object.keys(Object(before.features)).map((key) => [key, null] as const)
    find().setOptions({
      ...Object.fromEntries(changes.filter((key) => !fixed.includes(key)).map((key) => [key, own[key] ?? null])),
      // Those that are left out stay as they are, each by itself.
      ...(changes.includes('features') && { features: { ...Object.fromEntries(none), ...Object(after.features) } }),
    })
  })
  return find
}
