/*
 * React's place in the script that draws the first view (scripts/vite/firstView.ts): the same components, drawn once. They have their first state, no
 * effects and no handlers; React takes the elements over when it is there.
 */

type Props = Readonly<Record<string, unknown>>
type Component = (props: Props) => unknown
type Context = { current: unknown; Provider?: Context }
type Drawable = { readonly type: string | symbol | Component | Context; readonly props: Props }

export const Fragment = Symbol('Fragment')

/** What a JSX element is compiled to. */
export const jsx = (type: Drawable['type'], props: Props): Drawable => ({ type, props })
/** The same with several children. */
export const jsxs = (type: Drawable['type'], props: Props): Drawable => jsx(type, props)

export function createContext(current: unknown): Context {
  const context: Context = { current }
  context.Provider = context
  return context
}
export const useContext = (context: Context) => context.current
export const useState = (value: unknown) => [typeof value === 'function' ? value() : value, () => {}]
export const useMemo = (make: () => unknown) => make()
export const useCallback = (call: unknown) => call
export const useRef = (current: unknown) => ({ current })
export const useId = () => ''
export const useSyncExternalStore = (_subscribe: unknown, read: () => unknown) => read()
export const useEffect = () => {}
export const useLayoutEffect = () => {}

const svgNamespace = 'http://www.w3.org/2000/svg'
/** Names that differ from those of the attributes by more than their case. */
const names: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for', strokeWidth: 'stroke-width' }

function setAttribute(element: Element, name: string, value: unknown): void {
  if (value === undefined || value === null || typeof value === 'function' || name === 'children' || name === 'ref') return
  if (name === 'style') {
    const { style } = element as HTMLElement
    for (const [property, size] of Object.entries(value as Props))
      style.setProperty(
        property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        typeof size === 'number' ? `${size}px` : String(size),
      )
    return
  }
  const isWritten = name.includes('-') || name === 'draggable' || name === 'spellCheck'
  if (!isWritten && value === false) return
  // A page's own links: what else they could lead to is no place to go.
  if (name === 'href' && !/^https?:/i.test(String(value))) return
  element.setAttribute(names[name] ?? name, value === true && !isWritten ? '' : String(value))
}

function drawIn(type: Component | Context, props: Props, parent: Node): void {
  if (typeof type === 'function') {
    draw(type(props), parent)
    return
  }
  const before = type.current
  type.current = props.value
  draw(props.children, parent)
  type.current = before
}

/** Draws what components return into a node, by text and attributes alone. */
export function draw(child: unknown, parent: Node): void {
  if (child === null || child === undefined || typeof child === 'boolean' || child === '') return
  if (Array.isArray(child)) {
    for (const one of child) draw(one, parent)
    return
  }
  if (typeof child !== 'object') {
    parent.appendChild(document.createTextNode(String(child)))
    return
  }
  const { type, props } = child as Drawable
  if (type === Fragment) draw(props.children, parent)
  else if (typeof type !== 'string') drawIn(type as Component | Context, props, parent)
  else drawElement(type, props, parent)
}

function drawElement(type: string, props: Props, parent: Node): void {
  const inSvg = type === 'svg' || (parent as Element).namespaceURI === svgNamespace
  const element = inSvg ? document.createElementNS(svgNamespace, type) : document.createElement(type)
  for (const [name, value] of Object.entries(props)) setAttribute(element, name, value)
  draw(props.children, element)
  parent.appendChild(element)
}
