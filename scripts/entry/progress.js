import process from 'node:process'

/** Milliseconds: how often a live line is drawn, how often a log says that something goes on, and from when a step says how long it took. */
const drawEvery = 1_000
const logEvery = 15_000
const worthTelling = 3_000

/** A moving line is for a user at a terminal: logs and simple terminals get plain lines. */
const isLive = (/** @type {{ isTTY?: boolean }} */ stream, /** @type {Readonly<Record<string, string | undefined>>} */ env) =>
  Boolean(stream.isTTY) && env.TERM !== 'dumb' && !env.CI

/** @param {number} milliseconds */
const seconds = (milliseconds) => `${Math.round(milliseconds / 1_000)} s`

/**
 * Says what a command does now, on standard error: on a terminal in one line that stays alive, else in plain lines.
 *
 * @typedef {(detail: string) => void} Tell
 * @typedef {{ name: string, detail: string, from: number, timer: NodeJS.Timeout }} Step
 * @typedef {object} Progress
 * @property {(line: string) => void} say a line that stays
 * @property {<T>(name: string, work: (tell: Tell) => Promise<T>) => Promise<T>} step does something that may take long; `tell` says how far it is
 * @property {() => void} close removes the live line
 *
 * @param {{ isTTY?: boolean, columns?: number, write: (text: string) => unknown }} [stream]
 * @param {Readonly<Record<string, string | undefined>>} [env]
 * @returns {Progress}
 * @example
 * await createProgress().step('Building', async (tell) => tell('dialog'))
 */
export function createProgress(stream = process.stderr, env = process.env) {
  const live = isLive(stream, env)
  /**
   * The step under way.
   *
   * @type {Step | undefined}
   */
  let current

  const textOf = (/** @type {Step} */ { name, detail, from }) => {
    const passed = Date.now() - from
    return `${name}${detail ? `: ${detail}` : ''}${passed >= drawEvery ? ` (${seconds(passed)})` : ''}`
  }
  const clear = () => live && current && stream.write('\r\u001b[2K')
  const draw = () => {
    if (!live || !current) return
    clear()
    stream.write(textOf(current).slice(0, (stream.columns ?? 80) - 1))
  }
  const say = (/** @type {string} */ line) => {
    clear()
    stream.write(`${line}\n`)
    draw()
  }
  const close = () => {
    if (!current) return
    clearInterval(current.timer)
    clear()
    current = undefined
  }

  /**
   * @template T
   * @param {string} name
   * @param {(tell: Tell) => Promise<T>} work
   */
  async function step(name, work) {
    close()
    const from = Date.now()
    if (!live) say(`${name} …`)
    const timer = live ? setInterval(draw, drawEvery) : setInterval(() => current && say(`${textOf(current)} …`), logEvery)
    timer.unref()
    const own = { name, detail: '', from, timer }
    current = own
    draw()
    try {
      const result = await work((detail) => {
        own.detail = detail
        draw()
      })
      close()
      const passed = Date.now() - from
      if (live || passed >= worthTelling) say(`${name}: done${passed >= worthTelling ? ` in ${seconds(passed)}` : ''}.`)
      return result
    } finally {
      if (current === own) close()
    }
  }
  return { say, step, close }
}
