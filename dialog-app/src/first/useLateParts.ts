/* In the place of `views/connect/useLateParts.ts`: what few first views need is not in the script that draws them. */

/** Thrown by a view that wants it: the dialog draws that one. */
class Incomplete extends Error {}

export function useLateParts(wanted: boolean): undefined {
  if (wanted) throw new Incomplete()
}
