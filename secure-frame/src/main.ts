import { sayUnloaded } from './shell/sayUnloaded.js'
import { startFrame } from './startFrame.js'

const root = document.getElementById('root')
if (root && location.pathname === '/sdk') startFrame(root)
// Windows of the user's, which draw at once.
else if (root) {
  import('./startPage.js').then(
    ({ startPage }) => startPage(root),
    () => sayUnloaded(root),
  )
}
