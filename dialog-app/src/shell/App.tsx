import { useMemo } from 'react'
import { drawnPictures } from '../features/connect/guide.js'
import { closeDialog } from '../features/navigator/close.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
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
  const dialog = useDialog()
  const theme = useDialogStore(uiStore, (state) => state.theme)
  const dir = useDialogStore(uiStore, (state) => state.dir)
  const boot = useDialogStore(settingsStore, (state) => state.boot)
  const inline = useDialogStore(settingsStore, ({ options }) => options.inline === true)
  const signed = useDialogStore(picturesStore)
  const wallets = useDialogStore(settingsStore, ({ options }) => options.connectorImages)
  const pictures = useMemo(
    () => ({ hosts: boot ? [new URL(boot.api).origin] : [], signed, wallets, drawn: drawnPictures }),
    [boot, signed, wallets],
  )
  return (
    <Pictures.Provider value={pictures}>
      <div className="themed scene" data-theme={theme} dir={dir} data-inline={inline || undefined}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a wider Close for pointers; keys have Escape and the Close button */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        {!inline && <div className="overlay" onClick={() => closeDialog(dialog)} />}
        <Card />
        <LiveRegions />
      </div>
    </Pictures.Provider>
  )
}
