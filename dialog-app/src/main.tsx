import './ui/styles.js'

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { startDialog } from './features/boot.js'
import { App } from './shell/App.js'
import { drawFirstTheme } from './shell/firstTheme.js'

const root = document.getElementById('root')
if (!root) throw new Error('No #root in this document')

drawFirstTheme()
// The drawn first paint is replaced within one frame, so nothing blinks.
flushSync(() => createRoot(root).render(<App />))
void startDialog()
