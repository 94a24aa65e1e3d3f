/* Accounts: who a user of the embedded wallet is, on which devices they are signed in, and what a call must prove. Nothing here knows a way to
   sign in (auth/) or what keys are kept (vault/): both stand on this folder. */

import type { Logger } from 'pino'
import type { AccountsConfig } from '../config/accounts.js'
import type { Database } from '../db/database.js'
import type { Kms } from '../kms/kms.js'
import type { Mailer } from '../mail/mailer.js'
import type { ProjectStore } from '../projects/projectStore.js'
import type { Decisions } from './decisions.js'
import type { AuthSecrets } from './secrets.js'

/** What every part of the accounts service may use. */
export type Accounts = {
  readonly config: AccountsConfig
  readonly urls: { readonly api: string; readonly secure: string; readonly dialog: string }
  readonly db: Database
  readonly projects: ProjectStore
  readonly kms: Kms
  readonly secrets: AuthSecrets
  /** Null when no mail is configured. */
  readonly mailer: Mailer | null
  readonly log: Logger
  readonly decisions: Decisions
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Who asks, as far as the connection says. */
export type Caller = {
  /** Address to count by. */
  readonly ip: string
  /** `203.0.113.0/24`: what is kept and shown. */
  readonly network: string
  /** `Firefox on Linux`. */
  readonly browser: string
}

/** A caller with a device's proof. */
export type DeviceCaller = Caller & { readonly jkt: string }

/** A caller with a session. */
export type SessionCaller = DeviceCaller & {
  readonly userId: string
  readonly sessionId: string
  readonly projectId: string
  readonly origin: string
  /** How the user signed in. */
  readonly provider: string
  readonly stepUpUntil: number
  readonly signedInAt: number
  readonly quarantineUntil: number | null
}

/** The transaction that a callback of `db.transaction` gets, or the database itself. */
export type Sql = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute'>
