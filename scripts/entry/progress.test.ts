import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProgress } from './progress.js'

/** A stream that keeps what is written. */
function createStream(isTTY: boolean, columns = 80) {
  const written: string[] = []
  return { written, isTTY, columns, write: (text: string) => void written.push(text), text: () => written.join('') }
}

/** What a terminal shows after all: each line as it was last drawn. */
const shown = (text: string) => text.split('\n').map((line) => line.slice(line.lastIndexOf('\r\u001b[2K') + 1).replace('\u001b[2K', ''))

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('createProgress', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('behavior: a log gets plain lines: what begins, what is under way every 15 s, and how long it took', async () => {
    const stream = createStream(false)
    const done = createProgress(stream, {}).step('Installing', async (tell) => {
      tell('12 packages fetched')
      await wait(40_000)
    })
    await vi.advanceTimersByTimeAsync(40_000)
    await done
    expect(stream.text().split('\n')).toEqual([
      'Installing …',
      'Installing: 12 packages fetched (15 s) …',
      'Installing: 12 packages fetched (30 s) …',
      'Installing: done in 40 s.',
      '',
    ])
  })

  test('behavior: in a log a short step is one line', async () => {
    const stream = createStream(false)
    await createProgress(stream, {}).step('Starting', async () => undefined)
    expect(stream.text()).toBe('Starting …\n')
  })

  test('behavior: a terminal has one live line, which counts the seconds and makes room for lines that stay', async () => {
    const stream = createStream(true)
    const { step, say } = createProgress(stream, {})
    const done = step('Building', async (tell) => {
      tell('dialog (0 of 2)')
      await wait(4_000)
      say('Built dialog.')
      tell('sdk (1 of 2)')
      await wait(4_000)
    })
    await vi.advanceTimersByTimeAsync(3_500)
    expect(shown(stream.text())).toEqual(['Building: dialog (0 of 2) (3 s)'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shown(stream.text())).toEqual(['Built dialog.', 'Building: sdk (1 of 2) (5 s)'])
    await vi.advanceTimersByTimeAsync(4_000)
    await done
    expect(shown(stream.text())).toEqual(['Built dialog.', 'Building: done in 8 s.', ''])
  })

  test('behavior: the live line never wraps', async () => {
    const stream = createStream(true, 20)
    await createProgress(stream, {}).step('A name that is longer than the terminal', async () => undefined)
    expect(stream.written.every((text) => text.endsWith('\n') || text.replace('\r\u001b[2K', '').length < 20)).toBe(true)
  })

  test.each([{ TERM: 'dumb' }, { CI: 'true' }])('behavior: %j means plain lines', async (env) => {
    const stream = createStream(true)
    await createProgress(stream, env).step('Building', async () => undefined)
    expect(stream.text()).toBe('Building …\n')
  })

  test('error: a step that fails leaves no live line and no timer', async () => {
    const stream = createStream(true)
    const { step } = createProgress(stream, {})
    await expect(step('Building', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(shown(stream.text())).toEqual([''])
    expect(vi.getTimerCount()).toBe(0)
  })
})
