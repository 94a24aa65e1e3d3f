import { expect } from '@playwright/test'
import type { Server } from './server.ts'

type Mail = { readonly subject: string; readonly text: string; readonly at: string }

/** Mails to an address, newest first, as the development server's mailbox keeps them. */
export async function mailsTo(server: Server, address: string): Promise<readonly Mail[]> {
  const response = await fetch(`${server.mail}/messages?to=${encodeURIComponent(address)}`)
  return (await response.json()) as readonly Mail[]
}

/** Every mail that the mailbox still has. */
export async function allMails(server: Server): Promise<readonly Mail[]> {
  const response = await fetch(`${server.mail}/messages`)
  return (await response.json()) as readonly Mail[]
}

/** Waits for a mail in which `pattern` is found, and answers the first group. */
export async function mailed(server: Server, address: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const [newest] = await mailsTo(server, address)
    found = pattern.exec(newest?.text ?? '')?.[1]
    expect(found, `no ${pattern} in "${newest?.subject}"`).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return found ?? ''
}

/** An address that nobody used before. */
export const newAddress = (): string => `person-${crypto.randomUUID().slice(0, 8)}@example.com`
