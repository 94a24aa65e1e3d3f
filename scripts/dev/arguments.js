const usage = 'Usage: npm start -- [--port N] [--json] [--bundler]'

/**
 * Reads the command line of `npm start`.
 *
 * @param {string[]} args
 * @returns {{ port: number, json: boolean, bundler: boolean }}
 * @throws Error with a sentence
 */
export function readArguments(args) {
  let port = 4100
  let json = false
  let bundler = false
  for (let index = 0; index < args.length; index++) {
    const [name, inline] = (args[index] ?? '').split('=')
    if (name === '--json') json = true
    else if (name === '--bundler') bundler = true
    else if (name === '--port') {
      const text = inline ?? args[++index] ?? ''
      port = /^\d+$/.test(text) ? Number(text) : Number.NaN
      if (!(port >= 1 && port <= 65_516)) throw new Error(`--port must be a number from 1 to 65516. ${usage}`)
    } else throw new Error(`Unknown option ${args[index]}. ${usage}`)
  }
  return { port, json, bundler }
}
