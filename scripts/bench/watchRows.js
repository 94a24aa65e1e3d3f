/**
 * What {@link watchRows} notes in each frame.
 *
 * @typedef {object} Watched
 * @property {number[]} frames starts of the animation frames in which a wallet row is fully visible, milliseconds since the epoch
 * @property {number} shift the browser's layout shifts after the first frame with a row and before a press, added up
 * @property {string[]} shifted what these were of, and how far it moved
 * @property {string[]} moved rows that stood elsewhere after they were first drawn
 * @property {number} pressed when the first row was pressed, as soon as it was seen; 0 before
 * @property {number[]} carriedOut starts of the animation frames in which the rows have given way to what a press leads to
 */

/** @typedef {Window & { watched: Watched }} WatchedWindow */

/** @typedef {{ value: number, sources: { node: Node | null, previousRect: DOMRectReadOnly, currentRect: DOMRectReadOnly }[] }} Shift */

/**
 * Runs in every frame before its own scripts: notes when a wallet row is drawn at full opacity. What is not displayed has no animation
 * frames, so every noted one is of a visible row.
 *
 * @param {{ rows: string, text: string, press: boolean }} contestant `rows`: selector of a wallet's row; `text`: what is in it. `press`: press the
 *   first one at once
 */
export function watchRows({ rows, text, press }) {
  // Enough for a page that is opened sixteen times and watched for some seconds each time.
  const most = 4_000
  /** @type {Watched} */
  const watched = { frames: [], shift: 0, shifted: [], moved: [], pressed: 0, carriedOut: [] }
  Object.assign(window, { watched })
  new PerformanceObserver((list) => {
    // A frame that is displayed for the first time has no place before that. After a press, what moves is what it asked for: browsers leave that
    // out by themselves where a finger pressed.
    const [, from = Number.POSITIVE_INFINITY] = watched.frames
    const to = watched.pressed || Number.POSITIVE_INFINITY
    for (const entry of /** @type {(PerformanceEntry & Shift)[]} */ (list.getEntries())) {
      const moment = performance.timeOrigin + entry.startTime
      if (moment <= from || moment >= to) continue
      watched.shift += entry.value
      for (const { node, previousRect, currentRect } of entry.sources) {
        const name = node instanceof Element ? `${node.localName}.${[...node.classList].join('.')}` : (node?.nodeName ?? 'gone')
        const places = [previousRect, currentRect].map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`)
        watched.shifted.push(`${name} ${places.join(' → ')}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
  /** @type {Map<string, string>} */
  const places = new Map()
  const isOpaque = (/** @type {Element} */ row) => {
    for (let element = /** @type {Element | null} */ (row); element; element = element.parentElement) {
      const { opacity, visibility } = getComputedStyle(element)
      if (Number(opacity) < 0.99 || visibility === 'hidden') return false
    }
    return row.getBoundingClientRect().height > 0
  }
  const look = () => {
    const now = performance.timeOrigin + performance.now()
    const seen = [...document.querySelectorAll(rows)].filter((row) => row.textContent?.includes(text) && isOpaque(row))
    if (seen.length > 0 && watched.frames.length < most) watched.frames.push(now)
    else if (watched.pressed > 0 && watched.carriedOut.length < 10) watched.carriedOut.push(now)
    for (const row of seen) {
      const { left, top } = row.getBoundingClientRect()
      const name = row.textContent ?? ''
      const place = `${Math.round(left)},${Math.round(top)}`
      if ((places.get(name) ?? place) !== place && !watched.moved.includes(name)) watched.moved.push(name)
      places.set(name, place)
    }
    const [first] = seen
    if (press && first instanceof HTMLElement && watched.pressed === 0) {
      watched.pressed = now
      first.click()
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
