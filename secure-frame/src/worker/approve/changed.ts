/** What would happen is no longer what was shown: nothing is signed, and the user sees it anew. */
export class Changed extends Error {
  override name = 'Changed'
}
