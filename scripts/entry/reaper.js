/**
 * Stops processes whose parent was killed before it could: it reads their ids from standard input, one a line, with a minus once they have ended,
 * and when that ends without the word `done`, it stops the others. Standard input ends with the parent, however that ended.
 */
let text = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  text += chunk
})
process.stdin.on('end', () => {
  const lines = text.split('\n').filter(Boolean)
  if (lines.includes('done')) return
  const pids = new Set()
  for (const line of lines) {
    if (line.startsWith('-')) pids.delete(Number(line.slice(1)))
    else pids.add(Number(line))
  }
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
