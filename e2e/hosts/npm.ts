import { createModal } from '@latchkey/sdk'
import { config } from './config.js'
import { watch } from './watch.js'

const modal = createModal(config)
watch(modal)

const button = document.createElement('button')
button.textContent = 'Connect wallet'
button.onclick = () => void modal.open()
document.getElementById('root')?.append(button)
