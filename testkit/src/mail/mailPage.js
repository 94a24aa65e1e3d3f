const escapeHtml = (/** @type {string} */ text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
/** Links become clickable, in a new tab. */
const withLinks = (/** @type {string} */ text) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" target="_blank" rel="noreferrer">${url}</a>`)

const style = `
  body { margin: 0; background: Canvas; color: CanvasText; color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 720px; margin: 0 auto; padding: 24px 16px }
  article { border: 1px solid color-mix(in srgb, CanvasText 20%, transparent); border-radius: 12px; padding: 16px; margin-block-start: 16px }
  h2 { font-size: 16px; margin: 0 }
  p { margin: 4px 0 0; opacity: .7; font-size: 14px }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 12px 0 0; font: inherit }
  input, button { font: inherit; padding: 8px 12px; min-block-size: 44px; box-sizing: border-box }`

/**
 * The page with caught mails.
 *
 * @param {{ to: string, from: string, subject: string, text: string, at: string }[]} messages
 * @param {string | undefined} to
 */
export function mailPage(messages, to) {
  const articles = messages.map(
    (message) => `<article><h2>${escapeHtml(message.subject)}</h2><p>To ${escapeHtml(message.to)} · ${escapeHtml(message.at)}</p>
      <pre>${withLinks(message.text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta http-equiv="refresh" content="3"><title>Mail</title><style>${style}</style></head><body><main>
    <h1>Mail</h1><p>Nothing was delivered: this is where mails of this machine end.</p>
    <form><label>To <input name="to" type="email" value="${escapeHtml(to ?? '')}"></label> <button>Show</button></form>
    ${articles.join('\n') || '<p>No mail yet.</p>'}</main></body></html>`
}
