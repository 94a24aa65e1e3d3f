import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../freePort.js'
import { startMailCatcher } from './mailCatcher.js'

describe('startMailCatcher', () => {
  test('error: any path is answered, and it goes on', async () => {
    const lost: unknown[] = []
    const onLost = (error: unknown) => lost.push(error)
    process.on('uncaughtException', onLost)
    onTestFinished(() => void process.off('uncaughtException', onLost))
    const { url, stop } = await startMailCatcher({ smtpPort: await freePort(), httpPort: await freePort() })
    onTestFinished(stop)
    const statuses = []
    for (const path of ['//', '//messages', '/nothing', '/messages']) {
      const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
      statuses.push(answer?.status)
    }
    expect([statuses, lost]).toEqual([[404, 404, 404, 200], []])
  })
})
