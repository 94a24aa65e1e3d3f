import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const { source } = createRequire(import.meta.url)('axe-core') as { source: string }

/** What is wrong with the view on screen, in words. */
export type Findings = { readonly overflow: readonly string[]; readonly targets: readonly string[]; readonly axe: readonly string[] }

/** Brings axe into the document that it is run in, once for all that it draws. */
export const bringAxe = new Function(source) as () => void

/** Brings axe into the document, once for all that it draws. */
export async function prepareInspection(page: Page): Promise<void> {
  await page.evaluate(source)
}

type Rules = 'all' | 'colours' | 'none'

/**
 * Looks at the view on screen, in one go: what sticks out, what is too small to press, and what axe finds. Serialised.
 *
 * @param wanted `all`: every rule for a structure that was not seen in this document, the colours for one that was, as axe's other rules read
 *   names, roles and nesting alone. `colours`: the contrasts. `none`: only overflow and targets
 */
export async function look(wanted: Rules): Promise<Findings> {
  const card = document.querySelector('.card')?.getBoundingClientRect()

  /** WebKit counts the padding beside what reaches into it as content. */
  const probe = document.createElement('div')
  probe.style.cssText = 'position:fixed;visibility:hidden;display:flex;flex-direction:column;overflow:auto;width:40px;padding:0 20px'
  probe.append(document.createElement('p'))
  for (const child of probe.children) (child as HTMLElement).style.cssText = 'margin:0 -20px;height:1px'
  document.body.append(probe)
  const addsPadding = probe.scrollWidth > probe.clientWidth
  probe.remove()

  /** Words that are cut although they could wrap, and boxes that stick out of the card. A strip of chips scrolls by itself. */
  const overflow: string[] = []
  if (document.documentElement.scrollWidth > innerWidth) overflow.push(`document is ${document.documentElement.scrollWidth} wide`)
  if (!card || card.left < 0 || card.right > innerWidth + 0.5) overflow.push('card leaves the window')
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const box = element.getBoundingClientRect()
    if (!card || box.width === 0 || element.closest('.visually-hidden, .clip, .code, svg, .row .main, .chips > *')) continue
    if (box.left < card.left - 1 || box.right > card.right + 1)
      overflow.push(`${element.tagName}.${element.className} sticks out: ${element.textContent?.slice(0, 30)}`)
    if (!element.matches('.body')) continue
    const { overflowX, paddingInlineEnd } = getComputedStyle(element)
    if (element.scrollWidth > element.clientWidth + 1 + (addsPadding ? Number.parseFloat(paddingInlineEnd) : 0))
      overflow.push('content is wider than its place')
    if (overflowX !== 'hidden') overflow.push('content can be pulled sideways')
  }

  /** Everything that can be pressed and is smaller than 44 px, counting the invisible edge of its target. Links inside a sentence are exempt. */
  const targets: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('main :is(button, a, summary, .check, .field input[data-search])')) {
    if (element.matches('.check a, .legal a')) continue
    const box = element.getBoundingClientRect()
    const edge = getComputedStyle(element, '::after')
    const grow = edge.content !== 'none' && edge.position === 'absolute' ? -Number.parseFloat(edge.top) || 0 : 0
    const height = box.height + 2 * Math.max(0, grow)
    if (box.width < 43.5 || height < 43.5)
      targets.push(`${element.tagName} "${element.textContent || element.ariaLabel}" ${box.width}×${height}`)
  }
  if (wanted === 'none') return { overflow, targets, axe: [] }

  const own = window as unknown as {
    seenStructures?: Set<string>
    axe: { run(context: Document, options: RunOptions): Promise<AxeResults> }
  }
  own.seenStructures ??= new Set()
  const seen = own.seenStructures
  /** Elements, their order and their attributes. Of words, addresses and generated ids only whether there are any. */
  const structureOf = (element: Element): string => {
    const words = /^(id|aria-labelledby|aria-describedby|aria-controls|aria-label|for|style|d|src|href|alt|title|placeholder|value)$/
    const attributes = [...element.attributes]
      .filter(({ name }) => !name.startsWith('data-'))
      .map(({ name, value }) => `${name}=${words.test(name) ? value !== '' : value}`)
    const inside = [...element.childNodes].map((node) =>
      node instanceof Element ? structureOf(node) : node.textContent?.trim() ? 'text' : '',
    )
    return `<${element.tagName} ${attributes.sort().join(' ')}>${inside.join('')}</>`
  }
  const structure = structureOf(document.documentElement)
  const colours = wanted === 'colours' || seen.has(structure)
  seen.add(structure)
  const { violations } = await own.axe.run(document, {
    resultTypes: ['violations'],
    ...(colours ? { runOnly: { type: 'rule' as const, values: ['color-contrast'] } } : {}),
  })
  const axe = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
  return { overflow, targets, axe }
}

/** Does so in Playwright's page. */
export const inspect = (page: Page | Frame, rules: Rules): Promise<Findings> => page.evaluate(look, rules)
