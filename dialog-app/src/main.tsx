import './ui/styles.js'

import { readBoot } from './bridge/boot.js'
import { parentWindow } from './bridge/host.js'
import { createDialog } from './createDialog.js'
import { browserStorage } from './lib/storage.js'

const element = document.getElementById('root')
if (!element) throw new Error('No #root in this document')

createDialog({ boot: readBoot, host: parentWindow, storage: browserStorage, now: Date.now.bind(Date), element })
