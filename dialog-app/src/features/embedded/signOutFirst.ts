import { limits, type SecureApi } from '@latchkey/protocol'
import type { ParamsOf } from '../../bridge/secure.js'
import type { Dialog } from '../../lib/dialog.js'
import { readItem, removeItem, writeItem } from '../../lib/storage.js'
import type { SecureFrame } from '../../wallets/embedded/index.js'

/**
 * The frame, with the sign-out that it has not answered before everything else that it is asked. To the user a login is over when they disconnect, so
 * it must not be used again, nor stand in the way of the next one. What is due is kept: the answer may be lost with the page.
 */
export function signOutFirst(dialog: Dialog, frame: SecureFrame): SecureFrame {
  let running: Promise<void> | undefined

  function signOut(params: ParamsOf<SecureApi['signOut']>, timeout: number): Promise<void> {
    writeItem(dialog, 'signOutDue', true)
    const mine = frame
      .call('signOut', params, { timeout })
      .then(() => removeItem(dialog, 'signOutDue'))
      .finally(() => {
        if (running === mine) running = undefined
      })
    running = mine
    return mine
  }

  async function settle() {
    await running?.catch(() => {})
    if (readItem(dialog, 'signOutDue')) await (running ?? signOut({}, limits.loginTimeout))
  }

  const call: SecureFrame['call'] = async (method, params, options) => {
    // The compiler does not narrow the type of an answer by the method's name: `signOut` answers nothing.
    if (method === 'signOut') return (await signOut(params as ParamsOf<SecureApi['signOut']>, limits.signOutTimeout)) as never
    if (running || readItem(dialog, 'signOutDue')) await settle()
    return await frame.call(method, params, options)
  }
  return { ...frame, call }
}
