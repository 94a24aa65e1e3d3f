import { type FirstHello, firstMessage } from '@latchkey/protocol'

/**
 * Answers the dialog's document when it asks what to draw, which it does before it has the code of the Bridge. Only that window, of that origin,
 * is heard and told.
 *
 * @returns unsubscribe
 */
export function answerFirst(remoteWindow: () => Window | null, origin: string, first: () => FirstHello): () => void {
  const answer = ({ source, origin: from, data }: MessageEvent) => {
    const frame = remoteWindow()
    if (!frame || source !== frame || from !== origin || data?.type !== firstMessage) return
    frame.postMessage({ type: firstMessage, first: first() }, origin)
  }
  addEventListener('message', answer)
  return () => removeEventListener('message', answer)
}
