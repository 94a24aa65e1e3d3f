import type { Mail } from './mailer.js'

/** Where and by what a thing was asked for: so that its reader can tell whether it was them. */
export type Facts = { readonly origin: string | null; readonly browser: string; readonly network: string; readonly at: number }

/** What all mails need: the service's name and the one host on which anything is ever typed or confirmed. */
export type MailFrame = { readonly name: string; readonly secure: string }

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

type Parts = {
  readonly subject: string
  readonly lines: readonly string[]
  /** Shown big. */
  readonly code?: string
  readonly link?: { readonly label: string; readonly url: string }
  readonly facts: Facts
  readonly end: readonly string[]
}

/** Both forms of a mail. No pictures, no tracking, no foreign address. */
function compose(to: string, frame: MailFrame, { subject, lines, code, link, facts, end }: Parts): Mail {
  const about = [
    ...(facts.origin === null ? [] : [`Asked for on: ${facts.origin}`]),
    `Device: ${facts.browser}`,
    `Network: ${facts.network}`,
    `Time: ${new Date(facts.at).toUTCString()}`,
  ]
  const text = [
    ...lines,
    ...(code ? ['', `    ${code}`] : []),
    ...(link ? ['', link.url] : []),
    '',
    ...about,
    '',
    ...end,
    '',
    frame.name,
  ].join('\n')
  const paragraph = (line: string) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
    '<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a"><div style="max-width:480px;margin:0 auto">',
    ...lines.map(paragraph),
    ...(code ? [`<p style="margin:24px 0;font:700 32px/1 ui-monospace,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`] : []),
    ...(link
      ? [
          `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#1a1a1a;color:#fff;text-decoration:none">${escapeHtml(link.label)}</a></p>`,
          `<p style="margin:0 0 12px;font-size:13px;word-break:break-all;color:#666">${escapeHtml(link.url)}</p>`,
        ]
      : []),
    `<p style="margin:16px 0;font-size:14px;color:#555">${about.map(escapeHtml).join('<br>')}</p>`,
    ...end.map(paragraph),
    `<p style="margin:24px 0 0;font-size:13px;color:#666">${escapeHtml(frame.name)}</p>`,
    '</div></body></html>',
  ].join('\n')
  return { to, subject, text, html }
}

const hostOf = (url: string) => new URL(url).host
/** `1 minute`, `24 hours`. */
const counted = (count: number, unit: 'minute' | 'hour') =>
  new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count)
const minutes = (seconds: number) => counted(Math.round(seconds / 60), 'minute')
const verifyUrl = (frame: MailFrame, token: string) => `${frame.secure}/verify#${token}`

/** A code. There is no link in it: a code is typed where it was asked for. */
export const codeMail = (to: string, frame: MailFrame, code: string, life: number, facts: Facts, what = 'sign in') =>
  compose(to, frame, {
    subject: `${code} is your ${frame.name} code`,
    lines: [`Type this code to ${what}. It works for ${minutes(life)}, on the device that asked for it.`],
    code,
    facts,
    end: [
      `Type it in the ${frame.name} window of ${facts.origin ?? hostOf(frame.secure)} only. Nobody will ever ask you to tell it: whoever does wants your wallet.`,
      'If you did not ask for it, ignore this mail. Nothing happens without the code.',
    ],
  })

/** Confirms a device that was never seen before. */
export const deviceMail = (to: string, frame: MailFrame, token: string, life: number, facts: Facts) =>
  compose(to, frame, {
    subject: `Confirm a new device for ${frame.name}`,
    lines: [
      'Somebody wants to sign in with this address on a device that it was not used on before.',
      'If it is you, open the page below and choose the number that is on your screen.',
    ],
    link: { label: 'Check the device', url: verifyUrl(frame, token) },
    facts,
    end: [
      `The page is on ${hostOf(frame.secure)} and works for ${minutes(life)}. Opening it changes nothing.`,
      'If it was not you, ignore this mail, and never choose a number that somebody tells you.',
    ],
  })

/** After many wrong codes. */
export const unlockMail = (to: string, frame: MailFrame, token: string, facts: Facts) =>
  compose(to, frame, {
    subject: `Too many wrong codes for ${frame.name}`,
    lines: [
      'Somebody typed many wrong codes for this address, so new devices cannot sign in with it at the moment. Devices that you used before still can.',
      'To allow new devices again, open the page below, then sign in once more.',
    ],
    link: { label: 'Allow new devices', url: verifyUrl(frame, token) },
    facts,
    end: ['If you are not trying to sign in, leave it as it is.'],
  })

/** @param quarantine hours; 0: there is none */
export const newDeviceMail = (to: string, frame: MailFrame, quarantine: number, facts: Facts) =>
  compose(to, frame, {
    subject: `Your ${frame.name} wallet was opened on a new device`,
    lines: [
      'Your wallet was opened on a device that it was not used on before.',
      ...(quarantine > 0 ? [`For ${counted(quarantine, 'hour')} that device cannot export it or change how it is protected.`] : []),
    ],
    facts,
    end: [`If it was not you: open your wallet on a device of yours, choose "Sign out everywhere", and move what you own to a new wallet.`],
  })

export const noticeMail = (to: string, frame: MailFrame, happened: string, facts: Facts) =>
  compose(to, frame, {
    subject: `${frame.name}: ${happened}`,
    lines: [`${happened}.`],
    facts,
    end: ['If it was not you: sign out everywhere, and move what you own to a new wallet.'],
  })

export const emailChangedMail = (to: string, frame: MailFrame, newEmail: string, token: string, facts: Facts) =>
  compose(to, frame, {
    subject: `Your ${frame.name} address was changed`,
    lines: [
      `Your wallet now signs in with ${newEmail} instead of this address.`,
      'If it was not you, undo it on the page below. This works for 48 hours.',
    ],
    link: { label: 'Undo the change', url: verifyUrl(frame, token) },
    facts,
    end: [`The page is on ${hostOf(frame.secure)}. Opening it changes nothing until you confirm.`],
  })

/** A way to sign in was added, removed or replaced. @param token of the link that undoes it; null for an address that may not */
export const loginChangedMail = (to: string, frame: MailFrame, happened: string, token: string | null, facts: Facts) =>
  compose(to, frame, {
    subject: `How you sign in to ${frame.name} was changed`,
    lines: [`${happened}.`, ...(token === null ? [] : ['If it was not you, undo it on the page below. This works for 48 hours.'])],
    ...(token === null ? {} : { link: { label: 'Undo the change', url: verifyUrl(frame, token) } }),
    facts,
    end: [
      token === null
        ? 'If it was not you: sign out everywhere, and move what you own to a new wallet.'
        : `The page is on ${hostOf(frame.secure)}. Opening it changes nothing until you confirm.`,
    ],
  })

/** A link was used to take something back. @param changed what that did to the ways to sign in */
export const undoneMail = (to: string, frame: MailFrame, happened: string, changed: readonly string[], facts: Facts) =>
  compose(to, frame, {
    subject: `${frame.name}: ${happened}`,
    lines: [
      `${happened}. Every device was signed out, and nothing that was begun meanwhile counts any more. Sign in again to go on.`,
      ...changed,
    ],
    facts,
    end: [
      'If somebody else opened your wallet meanwhile, they may know its key: change the lock under "Keys and security", "Devices", or move what you own to a new wallet.',
    ],
  })

/** Everybody was signed out. @param at when the key shares of the devices are destroyed; null: they are */
export const signedOutMail = (to: string, frame: MailFrame, undo: { readonly at: number; readonly token: string } | null, facts: Facts) =>
  compose(to, frame, {
    subject: `Every device was signed out of your ${frame.name} wallet`,
    lines: [
      'Every device was signed out of your wallet.',
      ...(undo
        ? [
            `On ${new Date(undo.at).toUTCString()} the key shares of these devices are destroyed: each opens the wallet like a new one then. If it was not you, undo that on the page below.`,
          ]
        : ['The key shares of these devices were destroyed: each opens the wallet like a new one from now on.']),
    ],
    ...(undo ? { link: { label: 'It wasn’t me: undo', url: verifyUrl(frame, undo.token) } } : {}),
    facts,
    end: [
      undo
        ? `The page is on ${hostOf(frame.secure)}. Opening it changes nothing until you confirm.`
        : 'If it was not you: sign in, and move what you own to a new wallet.',
    ],
  })

export const deletionMail = (to: string, frame: MailFrame, deleteAt: number, token: string, facts: Facts) =>
  compose(to, frame, {
    subject: `Your ${frame.name} wallet will be deleted`,
    lines: [
      `Your wallet and its keys will be destroyed on ${new Date(deleteAt).toUTCString()}. Coins are not deleted: without the keys nobody can move them.`,
      'To keep it, sign in before then, or open the page below.',
    ],
    link: { label: 'Keep my wallet', url: verifyUrl(frame, token) },
    facts,
    end: [`The page is on ${hostOf(frame.secure)}.`],
  })
