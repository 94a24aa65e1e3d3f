/** Why there is no dialog: nothing answers, something else does, or it answers by the other scheme. */
export type Fault = 'nothing' | 'other' | 'http:' | 'https:'

const sdk = /javascript/

/**
 * Finds out why the document at the dialog's address says nothing, from what a page may see of another origin. Every dialog's origin serves the SDK to
 * any page, so what does not is no dialog.
 *
 * @returns undefined when it is a dialog, and where the page's own policy lets nothing be asked
 */
export async function findFault(origin: string): Promise<Fault | undefined> {
  let isForbidden = false
  const note = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src'
  }
  const ask = (at: string, mode: RequestMode) =>
    fetch(`${at}/sdk.js`, { method: 'HEAD', mode, cache: 'no-store', credentials: 'omit' }).catch(() => undefined)
  const isDialog = async (at: string) => {
    const answer = await ask(at, 'cors')
    return !!answer?.ok && sdk.test(answer.headers.get('content-type') ?? '')
  }
  // The browser tells of its refusal after the request has failed.
  const refused = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isForbidden)))
  const other = origin.replace(/^\w+/, (scheme) => (scheme === 'http' ? 'https' : 'http'))
  addEventListener('securitypolicyviolation', note)
  try {
    // One question, where the policy forbids them: each is a line of the browser's in the console.
    if ((await isDialog(origin)) || (await refused())) return undefined
    const [isOther, isThere] = await Promise.all([isDialog(other), ask(origin, 'no-cors')])
    if (await refused()) return undefined
    return isOther ? (new URL(other).protocol as Fault) : isThere ? 'other' : 'nothing'
  } finally {
    removeEventListener('securitypolicyviolation', note)
  }
}
