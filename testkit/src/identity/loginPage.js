/** @type {Record<string, string>} */
const names = { google: 'Google', apple: 'Apple', github: 'GitHub', x: 'X', discord: 'Discord', facebook: 'Facebook' }

const style = `
  body { margin: 0; min-block-size: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  form { inline-size: min(320px, calc(100vw - 32px)); display: grid; gap: 12px }
  h1 { font-size: 20px; margin: 0 } p { margin: 0; opacity: .7; font-size: 14px }
  label { display: grid; gap: 4px; font-size: 14px }
  input, button { font: inherit; min-block-size: 44px; padding: 8px 12px; box-sizing: border-box; border-radius: 12px; border: 1px solid color-mix(in srgb, CanvasText 30%, transparent) }
  button[value=approve] { background: CanvasText; color: Canvas }`

/**
 * The page on which a user says who they are.
 *
 * @param {string} client
 */
export function loginPage(client) {
  const name = names[client] ?? 'Provider'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title><link rel="icon" href="data:,">
    <style>${style}</style></head><body><form method="post"><h1>Sign in with ${name}</h1>
    <p>This page plays ${name} on this machine. Any name is a person.</p>
    <label>Name <input name="name" value="Alice" maxlength="64" required autofocus></label>
    <button name="decision" value="approve">Approve</button><button name="decision" value="deny" formnovalidate>Deny</button></form></body></html>`
}

/** @type {Record<string, string>} */
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * The page for a request that cannot be answered.
 *
 * @param {string} reason
 */
export const errorPage = (reason) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title><link rel="icon" href="data:,">
    <style>${style}</style></head><body><main><h1>This request cannot be answered</h1><p>${reason.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '')}</p></main></body></html>`

const states = {
  open: `<form method="post"><h1>Sign in with Farcaster</h1><p>This page plays Farcaster's app on this machine. Any name is a person.</p>
    <label>Name <input name="name" value="alice" maxlength="64" required autofocus></label>
    <button name="decision" value="approve">Approve</button><button name="decision" value="deny" formnovalidate>Deny</button></form>`,
  done: '<h1>Signed in</h1><p>Go back to where you came from.</p>',
  denied: '<h1>Declined</h1><p>Go back to where you came from.</p>',
}

/**
 * The page that plays Farcaster's app.
 *
 * @param {'open' | 'done' | 'denied'} state
 */
export function farcasterPage(state) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Farcaster</title><link rel="icon" href="data:,">
    <style>${style}</style></head><body><main>${states[state]}</main></body></html>`
}
