import { startPage } from './startPage.js'
import './ui/tokens.css'
import './ui/base.css'
import './ui/card.css'
import './ui/rows.css'
import './ui/controls.css'

const root = document.getElementById('root')
if (root) startPage(root)
