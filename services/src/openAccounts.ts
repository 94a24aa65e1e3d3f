import type { OauthProvider } from '@latchkey/protocol'
import type { Logger } from 'pino'
import type { Accounts } from './accounts/accountsContext.js'
import { auditHead, verifyAudit } from './accounts/audit.js'
import { createDecisions } from './accounts/decisions.js'
import { forgetExpired } from './accounts/forgetExpired.js'
import { forgetLimits } from './accounts/limits.js'
import { openSecrets } from './accounts/secrets.js'
import { destroyDeleted } from './auth/account.js'
import { forgetChallenges } from './auth/email/challenges.js'
import { forgetLinks } from './auth/links.js'
import { createProviderClient, type OauthAccounts } from './auth/oauth/client.js'
import type { Config } from './config/schema.js'
import type { Database } from './db/database.js'
import { inTime } from './http/inTime.js'
import { openKms } from './kms/openKms.js'
import { loggableError } from './log.js'
import { createMailer, type Mailer } from './mail/mailer.js'
import type { ProjectStore } from './projects/projectStore.js'
import { neededRoots, startRewrapping } from './rewrapKeys.js'
import { shredDue } from './vault/deviceSlots.js'
import { forgetRotations } from './vault/rotate.js'
import { forgetPending } from './vault/store.js'

/** Milliseconds. */
const sweepInterval = 60_000
/** To read the newest entry when the process stops. */
const headTimeout = 1_000
const headInterval = 24 * 3_600_000
const pendingAge = 24 * 3_600_000

/** Everything that is over: what expired, and accounts whose grace period is over. Safe on any number of replicas. */
export async function sweepAccounts(accounts: Accounts): Promise<void> {
  await destroyDeleted(accounts)
  await shredDue(accounts)
  await forgetExpired(accounts)
  await forgetChallenges(accounts)
  await forgetLinks(accounts)
  await forgetLimits(accounts)
  await forgetRotations(accounts)
  await forgetPending(accounts, pendingAge)
}

/**
 * Opens the accounts service: the KMS, its keys, the mail.
 *
 * @returns undefined `accounts` when none are configured
 * @throws Error with a sentence when the KMS may not be used as it is
 */
export async function openAccounts(
  config: Config,
  database: { readonly db: Database },
  projects: ProjectStore,
  log: Logger,
  options: { readonly now?: () => number; readonly mailer?: Mailer } = {},
): Promise<{ readonly accounts: OauthAccounts | undefined; readonly close: () => Promise<void> }> {
  if (!config.accounts) return { accounts: undefined, close: async () => undefined }
  const now = options.now ?? Date.now
  const kms = await openKms(config, await neededRoots(database.db), log)
  const secrets = await openSecrets(database.db, kms, now())
  const mailer = options.mailer ?? (config.accounts.mail ? createMailer(config.accounts.mail, log) : null)
  const configured = Object.entries(config.accounts.providers) as [
    OauthProvider,
    NonNullable<Config['accounts']>['providers'][OauthProvider],
  ][]
  const clients = Object.fromEntries(
    configured.flatMap(([name, settings]) => (settings ? [[name, createProviderClient(name, settings, now)]] : [])),
  )
  const accounts: OauthAccounts = {
    config: config.accounts,
    urls: config.urls,
    db: database.db,
    projects,
    kms,
    secrets,
    mailer,
    clients,
    log,
    decisions: createDecisions(),
    now,
  }

  const rewrapping = await startRewrapping({ db: database.db, url: config.database.url, kms, log })
  const stopping = new AbortController()
  let running = Promise.resolve()
  const background = (work: () => Promise<void>) => () => {
    running = running.then(work).catch((error: Error) => log.error({ error: loggableError(error) }, 'Housekeeping of the accounts failed'))
  }
  const checkAudit = background(async () => {
    const result = await verifyAudit(database.db, stopping.signal)
    if (result === undefined) return
    if ('brokenAt' in result) log.error({ entry: result.brokenAt }, 'The audit log was changed')
    else log.info({ auditHead: result.head }, 'The audit log is whole')
  })
  const sweep = setInterval(
    background(() => sweepAccounts(accounts)),
    sweepInterval,
  )
  const head = setInterval(checkAudit, headInterval)
  checkAudit()
  for (const timer of [sweep, head]) timer.unref()
  return {
    accounts,
    close: async () => {
      clearInterval(sweep)
      clearInterval(head)
      stopping.abort()
      // Not checked once more: that takes longer than a process has to stop.
      background(async () =>
        log.info({ auditHead: await inTime(auditHead(database.db), AbortSignal.timeout(headTimeout)) }, 'The end of the audit log'),
      )()
      await running
      await rewrapping.close()
      mailer?.close()
    },
  }
}
