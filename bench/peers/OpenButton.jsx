import { createElement as h, useEffect } from 'react'

/** The button of a page, as the bench presses it: with `#now` in its address the page presses it itself when it has loaded. */
export function OpenButton({ open }) {
  useEffect(() => {
    if (!open) return undefined
    const ready = () => {
      const button = document.getElementById('open')
      button.dataset.ready = ''
      if (location.hash === '#now' && !window.clicked) button.click()
    }
    if (document.readyState === 'complete') ready()
    else addEventListener('load', ready)
    return () => removeEventListener('load', ready)
  }, [open])
  const onClick = ({ nativeEvent }) => {
    window.clicked = performance.timeOrigin + nativeEvent.timeStamp
    open?.()
  }
  return h('button', { id: 'open', type: 'button', onClick }, 'Connect wallet')
}
