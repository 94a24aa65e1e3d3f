import { readEmail } from '../email.js'
import { z } from './schema.js'

/** An e-mail address, in the form that mail is sent to. */
export const emailAddress = z.string().check(
  z.overwrite((typed) => readEmail(typed) ?? typed),
  z.refine((email) => readEmail(email) !== undefined, 'not an e-mail address'),
)
