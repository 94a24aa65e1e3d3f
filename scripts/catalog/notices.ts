import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Source } from './sources.js'
import type { WalletRow } from './wallets.js'

async function copyrightOf(source: Source): Promise<string | undefined> {
  const file = (await readdir(source.folder)).find((name) => /^(?:LICEN[SC]E|NOTICE)(?:\.\w+)?$/i.test(name))
  const text = file && (await readFile(join(source.folder, file), 'utf8'))
  return text ? /^\s*(Copyright (?:\(c\) )?\d{4}.*)$/im.exec(text)?.[1]?.trim() : undefined
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** The notices that travel with the catalogue: each source with its licence, and which wallet came from where. */
export async function writeNotices(sources: ReadonlyMap<string, Source>, wallets: readonly WalletRow[]): Promise<string> {
  const table = await Promise.all(
    [...sources.values()].map(async (source) => {
      const copyright = (await copyrightOf(source)) ?? 'The authors named by its repository'
      return `| [${source.name}](${source.homepage}) | ${source.version} | ${source.licence} | ${copyright} |`
    }),
  )
  const short = new Map([...sources.keys()].map((name, index) => [name, index + 1]))
  const rows = wallets.map((wallet) => `${wallet.name}: ${wallet.sources.map((name) => short.get(name)).join(', ')}`)
  return `# Notices for the wallet, network, token and currency catalogue

Made by \`npm run catalog\`; do not edit. Names, links and pictures are taken from these packages, whose licences allow it. Pictures were
sanitised or made smaller; names and links were checked, joined and put in order. Names and logos are trademarks of their makers and stand
here only to point at their products; a maker who objects is hidden by one line in an overlay, and by an issue in this project for everybody.

| source | version | licence | copyright |
|---|---|---|---|
${table.join('\n')}

The Apache License 2.0 is in LICENSE-Apache-2.0.txt beside this file. The MIT licence reads:

${mit}

## Which wallet came from where

Numbers are places in the table above.

${rows.map((row) => `- ${row}`).join('\n')}
`
}
