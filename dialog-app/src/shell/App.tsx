import { useMemo } from 'react'
import { useStore } from 'zustand'
import { closeDialog } from '../features/close.js'
import { picturesStore } from '../state/pictures.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { LiveRegions } from '../ui/LiveRegions.js'
import { Pictures } from '../ui/Picture.js'
import { Card } from './Card.js'
import './shell.css'
import './body.css'
import './places.css'

/** The whole document: overlay, card, live regions. Everything themed hangs from one element; the root stays transparent. */
export function App() {
  const theme = useStore(uiStore, (state) => state.theme)
  const dir = useStore(uiStore, (state) => state.dir)
  const boot = useStore(settingsStore, (state) => state.boot)
  const inline = useStore(settingsStore, ({ options }) => options.inline === true)
  const signed = useStore(picturesStore)
  const pictures = useMemo(() => ({ hosts: boot ? [new URL(boot.api).origin] : [], signed }), [boot, signed])
  return (
    <Pictures.Provider value={pictures}>
      <div className="themed scene" data-theme={theme} dir={dir} data-inline={inline || undefined}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a wider Close for pointers; keys have Escape and the Close button */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        {!inline && <div className="overlay" onClick={() => closeDialog()} />}
        <Card />
        <LiveRegions />
      </div>
    </Pictures.Provider>
  )
}
