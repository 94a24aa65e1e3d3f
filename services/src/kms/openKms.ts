import { sep } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/schema.js'
import type { Kms } from './kms.js'
import { createLocalKms } from './localKms.js'
import { readRootFile, rootsOf } from './rootFile.js'

/**
 * Opens the local KMS as the configuration says.
 *
 * @throws Error with a sentence: the file lies in the database's folder, is readable by others or damaged, or, for a server on https, nobody
 * has confirmed that the root was copied to a safe place
 */
export async function openKms(config: Pick<Config, 'accounts' | 'database' | 'urls'>, log: Logger): Promise<Kms> {
  const { file, root, backupConfirmed } = (config.accounts as NonNullable<Config['accounts']>).kms
  if (root === undefined && `${file}${sep}`.startsWith(`${config.database.folder}${sep}`))
    throw new Error('accounts.kms.file must not be inside database.folder: one stolen copy would hold both the locks and the keys.')
  const { roots, created } = root === undefined ? await readRootFile(file) : { roots: rootsOf(root), created: false }
  const id = roots[0]?.id
  const where = root === undefined ? file : 'accounts.kms.root'
  if (created) log.warn({ keyId: id, file: where }, 'A new KMS root was made')
  if (backupConfirmed !== id) {
    const sentence = `Copy the KMS root ${id} (${where}) to a safe place, apart from the database and its backups: if it is lost, so are all wallets here. Then confirm it: "accounts": { "kms": { "backupConfirmed": "${id}" } }.`
    if (config.urls.secure.startsWith('https:')) throw new Error(sentence)
    log.warn({ keyId: id }, sentence)
  }
  return createLocalKms(roots)
}
