import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { isInertCss, isInlineRaster, localReferences, svgAttributes, svgElements } from './svgRules.js'

/** The picture is not an icon that can be shown; the message is a sentence. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
}

const limits = { characters: 262_144, depth: 64, elements: 5_000, drawn: 100_000 } as const
const svgNamespace = 'http://www.w3.org/2000/svg'

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const escapeAttribute = (text: string) =>
  escapeText(text)
    .replace(/"/g, '&quot;')
    .replace(/[\t\n\r]/g, ' ')

/** How much an element with an id draws: its own elements, and what those refer to. */
type Part = { elements: number; readonly references: string[] }

const inProgress = -1

/** Elements drawn once references are followed. Ten lines can otherwise ask for billions (each `use` doubling the one before). */
function drawnElements(parts: ReadonlyMap<string, Part>, id: string, known: Map<string, number>): number {
  const part = parts.get(id)
  if (!part) return 0
  const cached = known.get(id)
  if (cached === inProgress) throw new ImageRefused('The SVG refers to itself.')
  if (cached !== undefined) return cached
  known.set(id, inProgress)
  const total = part.references.reduce((sum, next) => sum + drawnElements(parts, next, known), part.elements)
  if (total > limits.drawn) throw new ImageRefused('The SVG draws too much.')
  known.set(id, total)
  return total
}

/** The attribute as it may be written, or null. References found in it are added to `references`. */
function cleanAttribute(element: string, name: string, value: string, references: string[]): string | null {
  if (name === 'href' || name === 'xlink:href') {
    if (element === 'image') return isInlineRaster(value) ? ` href="${value.replace(/\s/g, '')}"` : null
    const local = /^#([\w.:-]+)$/.exec(value.trim())
    if (!local?.[1]) return null
    references.push(local[1])
    return ` href="#${local[1]}"`
  }
  if (name !== 'style' && !svgAttributes.has(name)) return null
  if (!isInertCss(value)) return null
  references.push(...localReferences(value))
  return ` ${name}="${escapeAttribute(value.trim())}"`
}

/**
 * Rewrites an SVG so that it draws and does nothing else: elements and attributes of an allow-list, references inside the document only,
 * no entities, bounded in size, depth and in what its references multiply to.
 *
 * @param text the whole document
 * @throws ImageRefused when it is not well-formed SVG, or asks for too much
 */
export function sanitiseSvg(text: string): string {
  if (text.length > limits.characters) throw new ImageRefused('The SVG is too large.')
  const out: string[] = []
  const parts = new Map<string, Part>()
  const root: Part = { elements: 0, references: [] }
  /** The open elements that are kept. `part` collects for the nearest element with an id above. */
  const open: { readonly name: string; readonly part: Part; readonly id: string | undefined }[] = []
  let skipping = 0
  let elements = 0
  let finished = false
  let css = ''
  /** What style sheets point at. A rule applies to any number of elements, so only gradients, which contain nothing that draws, are let in. */
  const painted: string[] = []
  const gradients = new Set<string>()

  const opened = (tag: SaxesTagPlain) => {
    if (skipping > 0 || !svgElements.has(tag.name)) {
      if (open.length === 0) throw new ImageRefused('The document is not an SVG.')
      skipping += 1
      return
    }
    const parent = open.at(-1)
    if (!parent && (tag.name !== 'svg' || (tag.attributes.xmlns ?? svgNamespace) !== svgNamespace))
      throw new ImageRefused('The document is not an SVG.')
    elements += 1
    if (elements > limits.elements || open.length >= limits.depth) throw new ImageRefused('The SVG has too many elements.')
    const id = tag.attributes.id
    const own: Part = parent && id === undefined ? parent.part : { elements: 0, references: [] }
    const part = parent ? own : root
    part.elements += 1
    const attributes = Object.entries(tag.attributes).map(([name, value]) => cleanAttribute(tag.name, name, value, part.references) ?? '')
    if (parent && id !== undefined) {
      if (parts.has(id)) throw new ImageRefused('The SVG uses an id twice.')
      parts.set(id, part)
      if (/^(?:linear|radial)Gradient$/.test(tag.name)) gradients.add(id)
      // Drawn where it stands too, unless it is only a definition: counting it always is the safe side.
      parent.part.references.push(id)
    }
    open.push({ name: tag.name, part, id })
    out.push(parent ? `<${tag.name}${attributes.join('')}>` : `<svg xmlns="${svgNamespace}"${attributes.join('')}>`)
  }

  const closed = () => {
    if (skipping > 0) {
      skipping -= 1
      return
    }
    const element = open.pop()
    if (!element) return
    if (element.name === 'style') {
      if (css.trim() !== '' && isInertCss(css)) {
        out.push(escapeText(css.replace(/\s+/g, ' ').trim()))
        painted.push(...localReferences(css))
      }
      css = ''
    }
    const last = out.at(-1)
    if (last?.startsWith(`<${element.name}`) && element.name !== 'svg') out[out.length - 1] = `${last.slice(0, -1)}/>`
    else out.push(`</${element.name}>`)
    if (open.length === 0) finished = true
  }

  const written = (value: string) => {
    const name = open.at(-1)?.name
    if (skipping > 0 || name === undefined) return
    if (name === 'style') css += value
    else if (name === 'text' || name === 'tspan' || name === 'title' || name === 'desc') out.push(escapeText(value.replace(/\s+/g, ' ')))
  }

  const parser = new SaxesParser()
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new ImageRefused('The SVG declares entities.')
  })
  parser.on('opentag', opened)
  parser.on('closetag', closed)
  parser.on('text', written)
  parser.on('cdata', written)
  parser.on('error', () => {
    throw new ImageRefused('The SVG is not well-formed.')
  })
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (!finished) throw new ImageRefused('The SVG is not complete.')
  if (painted.some((id) => !gradients.has(id))) throw new ImageRefused('The SVG draws by its style sheet.')
  parts.set('', root)
  drawnElements(parts, '', new Map())
  return out.join('')
}
