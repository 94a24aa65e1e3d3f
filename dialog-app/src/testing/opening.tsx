import { flushSync } from 'react-dom'
import type { Root } from 'react-dom/client'
import type { Dialog } from '../lib/dialog.js'
import { uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'

/* What opening a view costs on a page whose visitor was seen before, and what a plain list of the same rows does. Never shipped. */

export type Opening = {
  /** Milliseconds from the press until everything is laid out, before any frame is painted. */
  readonly time: number
  /** The texts of each row that stands there by then. */
  readonly rows: readonly (readonly string[])[]
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

function timed(run: () => void): number {
  const from = performance.now()
  flushSync(run)
  document.body.getBoundingClientRect()
  return performance.now() - from
}

/** Closes the dialog as it is before its first opening, and opens it for the view that it shows now. */
export async function measureOpening(dialog: Dialog, rowsIn: string): Promise<Opening> {
  const { history } = viewStore(dialog).getState()
  flushSync(() => {
    viewStore(dialog).setState({ history: [{ name: 'Connect' }] })
    uiStore(dialog).setState({ open: false })
  })
  await nextFrame()
  const time = timed(() => {
    viewStore(dialog).setState({ history })
    uiStore(dialog).setState({ open: true })
  })
  const texts = (row: Element) => [...row.querySelectorAll('.name, .num')].map(({ textContent }) => textContent ?? '')
  return { time, rows: [...document.querySelectorAll(rowsIn)].map(texts) }
}

/** The same rows in a list of nothing else. */
export async function measurePlain(root: Root, rows: Opening['rows']): Promise<number> {
  flushSync(() => root.render(null))
  await nextFrame()
  return timed(() =>
    root.render(
      <ul>
        {rows.map((texts) => (
          <li key={texts.join()}>
            {texts.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </li>
        ))}
      </ul>,
    ),
  )
}
