import type { AccountUser } from '@latchkey/protocol/schemas/account'

/** One way to sign in. Only `issuer` and `subject` decide whose it is; an equal e-mail address never joins two accounts (ASVS 6.8.1). */
export type Identity = {
  readonly kind: AccountUser['identities'][number]['kind']
  readonly issuer: string
  readonly subject: string
  readonly label: string
  readonly contact: string | null
}

/** Issuer of e-mail identities; the subject is the address in the form of {@link normalEmail}. */
export const emailIssuer = 'email'

/** The form in which addresses are compared: mailboxes that differ by case only do not exist in practice. */
export const normalEmail = (email: string) => email.trim().toLowerCase()

export const emailIdentity = (email: string): Identity => ({
  kind: 'email',
  issuer: emailIssuer,
  subject: normalEmail(email),
  label: normalEmail(email),
  contact: normalEmail(email),
})
