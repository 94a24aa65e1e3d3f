import { describe, expect, test } from 'vitest'
import { ImageRefused, sanitiseSvg } from './sanitiseSvg.js'

const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`

/** Attempts to run, load or leak, each with what must be left of it. */
const attacks: readonly (readonly [string, string, string])[] = [
  ['a script', svg('<script>alert(1)</script><path d="M0 0"/>'), svg('<path d="M0 0"/>')],
  ['a script with a prefix', svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'), svg('')],
  ['handlers', svg('<g onclick="a()" ONLOAD="b()"/>', ' onload="c()"'), svg('<g/>')],
  [
    'foreign markup',
    svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="//evil"/></body></foreignObject>'),
    svg(''),
  ],
  ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>'), svg('')],
  [
    'an animation that sets a link',
    svg('<animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onload" to="x"/>'),
    svg(''),
  ],
  ['a foreign picture', svg('<image href="https://evil.example/track.png"/>'), svg('<image/>')],
  ['a picture that is a document', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), svg('<image/>')],
  ['a foreign element', svg('<use xlink:href="https://evil.example/x.svg#a" xmlns:xlink="http://www.w3.org/1999/xlink"/>'), svg('<use/>')],
  ['a foreign paint', svg('<path fill="url(https://evil.example/x#a)" d="M0 0"/>'), svg('<path d="M0 0"/>')],
  ['a foreign background', svg('<g style="background:url(//evil.example)"/>'), svg('<g/>')],
  ['an escaped word', svg('<g style="background:u\\72l(//evil.example)"/>'), svg('<g/>')],
  ['a style sheet that imports', svg('<style>@import "//evil.example";</style>'), svg('<style/>')],
  ['a style sheet that loads', svg('<style>path{fill:url(https://evil.example/a.svg#b)}</style>'), svg('<style/>')],
  ['a style sheet that closes itself', svg('<style><![CDATA[</style><script>alert(1)</script>]]></style>'), svg('<style/>')],
  ['an attribute that closes itself', svg(`<path d='"&gt;&lt;script&gt;alert(1)&lt;/script&gt;'/>`), svg('<path/>')],
  [
    'a quote that ends an attribute',
    svg(`<text font-family='"onload=alert(1) x="'>A</text>`),
    svg('<text font-family="&quot;onload=alert(1) x=&quot;">A</text>'),
  ],
  ['text that looks like markup', svg('<text>&lt;script&gt;</text>'), svg('<text>&lt;script&gt;</text>')],
  [
    'instructions and comments',
    `<?xml version="1.0"?><?xml-stylesheet href="//evil"?><!-- x -->${svg('<!-- y --><path d="M0 0"/>')}`,
    svg('<path d="M0 0"/>'),
  ],
  [
    'a document type',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('')}`,
    svg(''),
  ],
  ['a filter that loads', svg('<filter id="f"><feImage href="//evil"/><feFlood/></filter>'), svg('<filter id="f"><feFlood/></filter>')],
]

/** `levels` groups, each of which shows the one before it ten times. */
const bomb = (levels: number) =>
  svg(Array.from({ length: levels }, (_, level) => `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(10)}</g>`).join(''))

describe('sanitiseSvg', () => {
  test.each(attacks)('behavior: %s is taken out', (_, input, output) => {
    expect(sanitiseSvg(input)).toBe(output)
  })

  test('behavior: a drawing stays as it is, with references inside it', () => {
    const drawing = svg(
      '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"/></linearGradient><clipPath id="c"><path d="M0 0h24v24z"/></clipPath></defs>' +
        '<g clip-path="url(#c)"><rect width="24" height="24" rx="4" fill="url(#a)" style="mix-blend-mode:multiply"/><use href="#c"/></g><text x="1">A &amp; B</text>',
      ' viewBox="0 0 24 24"',
    )

    expect(sanitiseSvg(drawing)).toBe(drawing)
  })

  test('behavior: style sheets and inline pictures that load nothing stay', () => {
    const inert = svg('<style>.a{fill:red}</style><path class="a" d="M0 0"/><image href="data:image/png;base64,iVBORw0KGgo="/>')

    expect(sanitiseSvg(inert)).toBe(inert)
  })

  test('behavior: a style sheet may paint with gradients', () => {
    const painted = svg('<linearGradient id="a"/><style>.a{fill:url(#a)}</style>')

    expect(sanitiseSvg(painted)).toBe(painted)
  })

  test('behavior: what was cleaned is clean', () => {
    for (const [, input] of attacks) expect(sanitiseSvg(sanitiseSvg(input))).toBe(sanitiseSvg(input))
  })

  test.each([
    ['nothing', ''],
    ['a web page', '<html><body/></html>'],
    ['an SVG of another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['broken markup', '<svg><path></svg>'],
    ['half a document', '<svg><path/>'],
    ['two documents', '<svg/><svg/>'],
    ['entities of its own', '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><svg><text>&b;</text></svg>'],
    ['a file of the host', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>'],
    ['an unknown entity', '<svg><text>&nbsp;</text></svg>'],
    ['an element that shows itself', svg('<g id="a"><use href="#a"/></g>')],
    ['elements that show each other', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    ['ten lines that ask for billions', bomb(10)],
    [
      'patterns within patterns',
      svg(
        Array.from(
          { length: 9 },
          (_, level) => `<pattern id="p${level}">${`<rect fill="url(#p${level - 1})"/>`.repeat(10)}</pattern>`,
        ).join(''),
      ),
    ],
    ['patterns by a style sheet', svg('<pattern id="p"><rect/></pattern><style>rect{fill:url(#p)}</style>')],
    ['an id used twice', svg('<g id="a"/><g id="a"><use href="#a"/></g>')],
    ['depth', svg('<g>'.repeat(100) + '</g>'.repeat(100))],
    ['numbers', svg('<g/>'.repeat(6_000))],
    ['length', svg(`<path d="${'M0 0'.repeat(70_000)}"/>`)],
  ])('error: %s', (_, input) => {
    expect(() => sanitiseSvg(input)).toThrow(ImageRefused)
  })

  test('behavior: few levels of repetition are a drawing, not an attack', () => {
    expect(sanitiseSvg(bomb(3))).toContain('<use href="#l1"/>')
  })
})
