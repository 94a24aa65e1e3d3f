/* What every drawn document looks like. A document that draws nothing does not load it. */
import './tokens.css'
import './base.css'
import './card.css'
import './rows.css'
import './controls.css'
