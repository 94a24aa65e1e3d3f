import { type RefObject, useEffect } from 'react'
import { Virtualizer } from 'virtua'
import { useStore } from 'zustand'
import { loadMore } from '../../features/directory.js'
import { useT } from '../../lib/i18n.js'
import { directoryStore } from '../../state/directory.js'
import { VerifiedIcon } from '../../ui/Icon.js'
import { WalletIcon } from '../../ui/Picture.js'
import { mayConnect } from '../connect/terms.js'
import type { Cell } from './cells.js'

/** Height of a line (px): the first guess, until it is measured. */
const lineHeight = 100
/** Lines before the end at which the next page is fetched. */
const ahead = 4

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
    <button type="button" className="cell" data-focus-key={`wallet ${id}`} onClick={() => mayConnect() && onChoose(cell)}>
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

/** All wallets, a line of them at a time: only those near the screen are drawn. */
export function Grid({ cells, columns, scroll, onChoose }: GridProps) {
  const t = useT()
  const busy = useStore(directoryStore, ({ status }) => status === 'loading')
  const lines = Array.from({ length: Math.ceil(cells.length / columns) }, (_, index) => cells.slice(index * columns, (index + 1) * columns))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another length has another end
  useEffect(() => {
    const body = scroll.current
    if (!body) return
    const look = () => {
      if (body.scrollHeight - body.scrollTop - body.clientHeight < ahead * lineHeight) void loadMore()
    }
    look()
    body.addEventListener('scroll', look, { passive: true })
    return () => body.removeEventListener('scroll', look)
  }, [scroll, cells.length])

  return (
    <section className={`wallet-grid ${busy ? 'is-busy' : ''}`} aria-label={t('connect.wallets')} aria-busy={busy}>
      <Virtualizer scrollRef={scroll} itemSize={lineHeight} startMargin={128} data={lines}>
        {(line) => (
          <div key={line[0]?.id} className="grid-line" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
            {line.map((cell) => (
              <CellButton key={cell.id} cell={cell} onChoose={onChoose} />
            ))}
          </div>
        )}
      </Virtualizer>
    </section>
  )
}
