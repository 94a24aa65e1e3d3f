/**
 * Stops processes whose parent was killed before it could: it reads their ids from standard input, one a line, and when that ends without the
 * word `done`, it stops them. Standard input ends with the parent, however that ended.
 */
let text = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  text += chunk
})
process.stdin.on('end', () => {
  const lines = text.split('\n').filter(Boolean)
  if (lines.includes('done')) return
  for (const line of lines) {
    try {
      process.kill(Number(line), 'SIGKILL')
    } catch {
      // It is gone already.
    }
  }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
