import { createHash } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import type { ApiEnv } from './context.js'

/** What the page shows of the description; all of it is in `/openapi.json`. */
const described = z.object({ description: z.string().optional() })
const bodyOf = z.object({ content: z.record(z.string(), z.unknown()).optional() })
const operation = z.object({
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z
    .array(described.extend({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: z.unknown().optional() }))
    .optional(),
  requestBody: bodyOf.optional(),
  responses: z.record(z.string(), described.extend(bodyOf.shape)).optional(),
})
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const document = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.partialRecord(z.enum([...methods, 'head', 'options', 'trace', 'parameters']), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()).optional() }).optional(),
})

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 1rem }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.5rem 0 1rem }
h2 { font-size: 1.1rem; margin-bottom: 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0 }`

/** Nothing is loaded and nothing runs: the page is text, with the one style that has this hash. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const written = (value: unknown) => html`<pre>${JSON.stringify(value, null, 2)}</pre>`
const bodies = (content: Readonly<Record<string, unknown>> | undefined) =>
  Object.entries(content ?? {}).map(([type, schema]) => html`<details><summary><code>${type}</code></summary>${written(schema)}</details>`)

function section(path: string, method: string, given: unknown) {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation.parse(given)
  const rows = parameters.map(
    ({ name, in: place, required, description: what, schema }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${place}${required ? ', required' : ''}</td><td>${what ?? ''}</td><td><code>${JSON.stringify(schema ?? {})}</code></td></tr>`,
  )
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      html`<tr><th scope="row"><code>${status}</code></th><td>${answer.description ?? ''}${bodies(answer.content)}</td></tr>`,
  )
  return html`<section id="${method} ${path}"><h2><code>${method.toUpperCase()} ${path}</code></h2>
<p>${summary ?? ''}${summary && description ? html`<br>` : ''}${description ?? ''}</p>
${rows.length > 0 ? html`<h3>Parameters</h3><table>${rows}</table>` : ''}
${requestBody ? html`<h3>Body</h3>${bodies(requestBody.content)}` : ''}
<h3>Answers</h3><table>${answers}</table></section>`
}

/** The description of the API as a page that a person reads. */
function pageOf(description: unknown) {
  const { info, paths, components } = document.parse(description)
  const sections = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] === undefined ? [] : [section(path, method, item[method])])),
  )
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => html`<details id="schema ${name}"><summary><code>${name}</code></summary>${written(schema)}</details>`,
  )
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${info.title} API</title><style>${raw(style)}</style></head><body><main><h1>${info.title} API ${info.version}</h1>
<p>Programs read the same at <a href="/openapi.json"><code>/openapi.json</code></a> (OpenAPI 3.1).</p>
${sections}<section><h2>Schemas</h2>${schemas}</section></main></body></html>`
}

/**
 * `GET /docs`: every endpoint for people.
 *
 * @param describe what `/openapi.json` says; it is read when the page is asked for, so that it has every endpoint
 */
export function apiPage(app: OpenAPIHono<ApiEnv>, describe: () => unknown): void {
  app.get('/docs', (c) =>
    c.html(pageOf(describe()), 200, {
      'cache-control': 'public, max-age=300',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    }),
  )
}
