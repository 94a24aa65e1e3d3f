/** Whether the browser hands texts to other apps, and lets this frame do so. */
export function canShare(text: string): boolean {
  return navigator.canShare?.({ text }) ?? false
}

/** Hands a text to an app of the user's choice. */
export async function shareText(text: string): Promise<void> {
  try {
    await navigator.share({ text })
  } catch {
    // No app was chosen.
  }
}
