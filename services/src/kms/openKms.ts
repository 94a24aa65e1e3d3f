import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/schema.js'
import type { Kms } from './kms.js'
import { createLocalKms } from './localKms.js'
import { readRootFile, rootsOf } from './rootFile.js'

/**
 * Opens the local KMS as the configuration says.
 *
 * @param needed ids of the roots that keys of the database are wrapped under
 * @throws Error with a sentence: the database needs another root, the file lies in the database's folder, is readable by others or damaged, or, for a
 * server on https, nobody has confirmed that the root was copied to a safe place
 */
export async function openKms(
  config: Pick<Config, 'accounts' | 'database' | 'urls'>,
  needed: readonly string[],
  log: Logger,
): Promise<Kms> {
  const { file, root, backupConfirmed } = (config.accounts as NonNullable<Config['accounts']>).kms
  if (root === undefined && `${file}${sep}`.startsWith(`${config.database.folder}${sep}`))
    throw new Error('accounts.kms.file must not be inside database.folder: one stolen copy would hold both the locks and the keys.')
  const where = root === undefined ? file : 'accounts.kms.root'
  const restore = `This database needs the KMS root ${needed.join(' or ')}. Restore it from its backup, or name its file in accounts.kms.file (LATCHKEY_KMS_FILE).`
  // A new root would open nothing here, and an operator who copied it would believe that it does.
  if (root === undefined && needed.length > 0 && !existsSync(file)) throw new Error(`The KMS file ${file} does not exist. ${restore}`)
  const { roots, created } = root === undefined ? await readRootFile(file) : { roots: rootsOf(root), created: false }
  const id = roots[0]?.id
  const missing = needed.filter((one) => !roots.some((known) => known.id === one))
  if (needed.length > 0 && missing.length === needed.length)
    throw new Error(`${where} has the KMS root ${roots.map((known) => known.id).join(', ')}. ${restore}`)
  if (missing.length > 0) log.error({ missing }, 'Some keys of the database need KMS roots that are not there')
  if (created) log.warn({ keyId: id, file: where }, 'A new KMS root was made')
  if (backupConfirmed !== id) {
    const sentence = `Copy the KMS root ${id} (${where}) to a safe place, apart from the database and its backups: if it is lost, so are all wallets here. Then confirm it: "accounts": { "kms": { "backupConfirmed": "${id}" } }.`
    if (config.urls.secure.startsWith('https:')) throw new Error(sentence)
    log.warn({ keyId: id }, sentence)
  }
  return createLocalKms(roots)
}
