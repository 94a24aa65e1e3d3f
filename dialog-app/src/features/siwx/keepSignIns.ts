import { limits, type SignIn } from '@latchkey/protocol'
import { keptSignIns } from '@latchkey/protocol/schemas/siwx'
import type { SignedIn } from '@latchkey/protocol/siwx'
import { fetchMe } from '../../api/siwx.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { createKeyValueStorage } from '../../lib/keyValueStorage.js'
import { onDestroy } from '../../lib/lifetime.js'
import { storageMode } from '../../lib/storage.js'
import { wait } from '../../lib/wait.js'
import { settingsStore } from '../../state/settings.js'
import { signInsStore } from '../../state/signIns.js'
import { asSignIn, wayOf } from './ways.js'

type Kept = Readonly<Record<string, SignedIn>>

/** What one dialog keeps here. */
type Own = {
  kept: Kept
  changed: () => void
  leaving: Promise<unknown>
}
const held = perDialog((): Own => ({ kept: {}, changed: () => {}, leaving: Promise.resolve() }))
const storage = perDialog((dialog) => createKeyValueStorage(dialog, 'siwx'))
const item = 'signIns'

export const keyOf = ({ networkId, address }: Pick<SignIn, 'networkId' | 'address'>) => `${networkId}:${address}`
const isOver = (dialog: Dialog, { expiresAt }: SignIn) => expiresAt !== undefined && Date.parse(expiresAt) <= dialog.now()

/** Reads what is kept, and takes over what this tab did not know. */
async function load(dialog: Dialog): Promise<void> {
  let found: Kept = {}
  try {
    found = keptSignIns((await storage(dialog).getItem(item)) ?? {})
  } catch {
    // Of another version: as good as none.
  }
  const own = held(dialog)
  const fresh = Object.fromEntries(Object.entries(found).filter(([, each]) => !isOver(dialog, asSignIn(each))))
  const gone = Object.keys(own.kept).filter((key) => !(key in fresh))
  own.kept = fresh
  const signIns = { ...signInsStore(dialog).getState() }
  for (const key of gone) delete signIns[key]
  for (const [key, each] of Object.entries(fresh)) signIns[key] = asSignIn(each)
  signInsStore(dialog).setState(signIns, true)
}

function save(dialog: Dialog, next: Kept): void {
  const own = held(dialog)
  own.kept = next
  void storage(dialog).setItem(item, next)
  own.changed()
}

/**
 * Reads the sign-ins of earlier visits, and hears of those of other tabs. Where storage does not last, each frame has its own.
 */
export async function startKeeping(dialog: Dialog): Promise<void> {
  await load(dialog)
  const { boot } = settingsStore(dialog).getState()
  if (!boot || storageMode(dialog) === 'memory' || typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(`latchkey:siwx:${boot.projectId}:${boot.origin}`)
  channel.onmessage = () => void load(dialog)
  held(dialog).changed = () => channel.postMessage(null)
  onDestroy(dialog, () => channel.close())
}

/** An account has signed in. */
export function keepSignIn(dialog: Dialog, signIn: SignIn): void {
  const { token, message = '', signature = '', expiresAt = '' } = signIn
  const { address, networkId } = signIn
  signInsStore(dialog).setState({ ...signInsStore(dialog).getState(), [keyOf(signIn)]: signIn }, true)
  if (!token) return
  const session = { address, networkId, domain: '', uri: '', message, signature, issuedAt: '', expiresAt }
  save(dialog, { ...held(dialog).kept, [keyOf(signIn)]: { token, session } })
}

/** Takes sign-ins away, here and in the other tabs. */
function drop(dialog: Dialog, ended: readonly SignIn[]): void {
  const keys = ended.map(keyOf)
  const without = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))
  signInsStore(dialog).setState(without(signInsStore(dialog).getState()), true)
  if (keys.some((key) => key in held(dialog).kept)) save(dialog, without(held(dialog).kept))
}

/**
 * Signs out: at once here, and within 3 s wherever the session is kept, whatever comes back from there.
 *
 * @param which the sign-ins that end
 */
export function endSignIns(dialog: Dialog, which: (signIn: SignIn) => boolean): Promise<unknown> {
  const ended = Object.values(signInsStore(dialog).getState()).filter(which)
  if (ended.length === 0) return held(dialog).leaving
  drop(dialog, ended)
  const done = new AbortController()
  const told = Promise.allSettled(ended.map((signIn) => wayOf(dialog).signOut(signIn)))
  const leaving = Promise.race([told, wait(limits.signOutTimeout, done.signal)]).finally(() => done.abort())
  held(dialog).leaving = Promise.all([held(dialog).leaving, leaving])
  return held(dialog).leaving
}

/** Asks the server whether a kept sign-in still counts: it may have been ended elsewhere. A server that does not answer ends nothing. */
export async function checkSignIn(dialog: Dialog, signIn: SignIn): Promise<void> {
  const { boot } = settingsStore(dialog).getState()
  if (!signIn.token || !boot) return
  try {
    await fetchMe(dialog, boot.origin, signIn.token)
  } catch (error) {
    const { code, data } = Object(error) as { code?: unknown; data?: { reason?: unknown } }
    if (code === 4100 && data?.reason !== 'origin') drop(dialog, [signIn])
  }
}
