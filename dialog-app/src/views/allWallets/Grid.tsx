import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo } from 'react'
import { Virtualizer } from 'virtua'
import { loadMore } from '../../features/directory/directory.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { directoryStore } from '../../state/directory.js'
import { VerifiedIcon } from '../../ui/Icon.js'
import { WalletIcon } from '../../ui/Picture.js'
import type { Cell } from './cells.js'
import { forgetPictures, keepPicture } from './keptPictures.js'

/** Height of a line (px): the first guess, until it is measured. */
const lineHeight = 100
/** How far down the next page is fetched, as a part of what there is. */
const ahead = 0.6

/** Arrow keys go from wallet to wallet, up and down by a line; Tab goes on as ever. */
function moveFocus(event: KeyboardEvent<HTMLElement>, columns: number) {
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('button.cell')]
  const at = cells.indexOf(event.target as HTMLElement)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const steps: Readonly<Record<string, number>> = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: columns, ArrowUp: -columns }
  const next = cells[at + (steps[event.key] ?? 0)]
  if (at < 0 || !next || !steps[event.key] || event.altKey) return
  event.preventDefault()
  next.focus()
}

type GridProps = {
  readonly cells: readonly Cell[]
  readonly columns: number
  readonly scroll: RefObject<HTMLElement | null>
  readonly onChoose: (cell: Cell) => void
}

function CellButton({ cell, onChoose }: { readonly cell: Cell; readonly onChoose: (cell: Cell) => void }) {
  const t = useT()
  const { id, name, icon, certified } = cell
  return (
    <button type="button" className="cell" data-focus-key={`wallet ${id}`} onClick={() => onChoose(cell)}>
      <span className="badged">
        <WalletIcon src={icon} name={name} shared={id} />
        {certified && <VerifiedIcon />}
      </span>
      <span className="n t-micro clip" dir="auto">
        {name}
      </span>
      {certified && <span className="visually-hidden"> ({t('all.certified')})</span>}
    </button>
  )
}

type LineProps = { readonly line: readonly Cell[]; readonly columns: number; readonly onChoose: (cell: Cell) => void }

/** Drawn once: scrolling brings lines and takes them away, and changes none. */
const Line = memo(function Line({ line, columns, onChoose }: LineProps) {
  return (
    <div className="grid-line" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {line.map((cell) => (
        <CellButton key={cell.id} cell={cell} onChoose={onChoose} />
      ))}
    </div>
  )
})

/** All wallets, a line of them at a time: only those near the screen are drawn. */
export function Grid({ cells, columns, scroll, onChoose }: GridProps) {
  const dialog = useDialog()
  const t = useT()
  const busy = useDialogStore(directoryStore, ({ status }) => status === 'loading')
  // What is known here matches already; the directory may add to it.
  const stale = useDialogStore(directoryStore, ({ found, query }) => busy && (found === '' || found !== query.trim()))
  const page = useDialogStore(directoryStore, (state) => state.page)
  const lines = useMemo(
    () => Array.from({ length: Math.ceil(cells.length / columns) }, (_, index) => cells.slice(index * columns, (index + 1) * columns)),
    [cells, columns],
  )

  useEffect(() => () => forgetPictures(dialog), [dialog])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another end, even one that shows nothing new
  useEffect(() => {
    const body = scroll.current
    if (!body) return
    const look = () => {
      if (body.scrollTop + body.clientHeight >= ahead * body.scrollHeight) void loadMore(dialog)
    }
    look()
    body.addEventListener('scroll', look, { passive: true })
    return () => body.removeEventListener('scroll', look)
  }, [scroll, cells.length, page])

  return (
    <section
      className={`wallet-grid ${stale ? 'is-busy' : ''}`}
      aria-label={t('connect.wallets')}
      aria-busy={busy}
      onKeyDown={(event) => moveFocus(event, columns)}
      onLoadCapture={({ target }) => keepPicture(dialog, target)}
    >
      <Virtualizer scrollRef={scroll} itemSize={lineHeight} startMargin={128} data={lines}>
        {(line) => <Line key={line[0]?.id} line={line} columns={columns} onChoose={onChoose} />}
      </Virtualizer>
    </section>
  )
}
