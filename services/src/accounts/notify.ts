import type { Mail } from '../mail/mailer.js'
import type { Facts, MailFrame } from '../mail/texts.js'
import { AccountError } from './accountError.js'
import type { Accounts, Caller } from './accountsContext.js'
import { contactsOf } from './users.js'

export const mailFrame = (accounts: Accounts): MailFrame => ({ name: accounts.mailer?.name ?? 'Latchkey', secure: accounts.urls.secure })

export const factsOf = (accounts: Accounts, caller: Omit<Caller, 'ip'> & { readonly origin?: string | null }): Facts => ({
  origin: caller.origin ?? null,
  browser: caller.browser,
  network: caller.network,
  at: accounts.now(),
})

/** Sends a mail that the user waits for. @throws AccountError `mail_failed`, `method_off` */
export async function mustSend(accounts: Accounts, mail: Mail): Promise<void> {
  if (!accounts.mailer) throw new AccountError('method_off')
  await accounts.mailer.send(mail).catch(() => {
    throw new AccountError('mail_failed')
  })
}

/** Tells addresses of what has happened already: a mail that fails is only logged. */
export async function sendToAll({ mailer }: Accounts, addresses: readonly string[], mailTo: (to: string) => Mail): Promise<void> {
  // At the same time: a mail server that does not answer holds the caller up once, and not once an address.
  await Promise.all(addresses.map((to) => mailer?.send(mailTo(to)).catch(() => undefined)))
}

/** Tells every address of an account. */
export async function notify(accounts: Accounts, userId: string, mailTo: (to: string) => Mail): Promise<void> {
  if (accounts.mailer) await sendToAll(accounts, await contactsOf(accounts, userId), mailTo)
}
