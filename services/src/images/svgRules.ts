/**
 * What an SVG icon may contain. An allow-list: whatever is not named here is dropped together with everything inside it, so scripts,
 * foreign markup, links and animations need no rule of their own.
 */
export const svgElements: ReadonlySet<string> = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan image style ' +
    'linearGradient radialGradient stop pattern clipPath mask marker filter ' +
    'feGaussianBlur feOffset feColorMatrix feBlend feFlood feComposite feMerge feMergeNode feDropShadow'
  ).split(' '),
)

/** Attributes that draw. `href` and `style` have rules of their own. */
export const svgAttributes: ReadonlySet<string> = new Set(
  (
    'id class viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points transform opacity version preserveAspectRatio ' +
    'fill fill-opacity fill-rule clip-rule clip-path mask filter marker-start marker-mid marker-end color display visibility overflow ' +
    'stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset vector-effect ' +
    'offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform ' +
    'clipPathUnits maskUnits maskContentUnits mask-type markerUnits markerWidth markerHeight refX refY orient ' +
    'filterUnits primitiveUnits in in2 result stdDeviation dx dy values type mode operator k1 k2 k3 k4 flood-color flood-opacity ' +
    'color-interpolation-filters mix-blend-mode isolation paint-order shape-rendering font-family font-size font-weight font-style ' +
    'text-anchor dominant-baseline letter-spacing'
  ).split(' '),
)

const localUrl = /url\(\s*(["']?)#[\w.:-]+\1\s*\)/g

/** Names of the elements that a value points at: `url(#a)` gives `a`. */
export const localReferences = (value: string): string[] => [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/g)].map(([, id = '']) => id)

/**
 * Tells whether a value or a style sheet can load nothing. Escapes and at-rules are refused as a whole, because what they spell cannot be
 * seen by looking for words.
 */
export function isInertCss(text: string): boolean {
  const rest = text.replace(localUrl, '')
  return !/[\\@<]|url\s*\(|image\s*\(|image-set|cross-fade|element\s*\(|src\s*\(|expression|javascript:|behavior|-moz-binding/i.test(rest)
}

/** A raster picture inside the icon: its own bytes only. */
export const isInlineRaster = (href: string) => /^data:image\/(?:png|jpe?g|webp|gif);base64,[A-Za-z0-9+/=\s]+$/.test(href)
