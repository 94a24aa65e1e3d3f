import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { checkForeignUrl, fetchForeign, publicNetwork } from './fetchForeign.js'
import { ImageRefused } from './sanitiseSvg.js'
import { foreignNetwork } from './testing/foreignNetwork.js'

const refused = (sentence: string) => new ImageRefused(sentence)
const here = { 'img.example.com': ['93.184.215.14'], 'cdn.example.net': ['2606:4700::1'], 'inside.example.com': ['10.0.0.5'] }
const picture = new TextEncoder().encode('a picture')

describe('checkForeignUrl', () => {
  test('behavior: an https address, without what only a browser reads', () => {
    expect(checkForeignUrl('https://img.example.com/a.png?x=1#top').href).toBe('https://img.example.com/a.png?x=1')
  })

  test.each([
    'http://img.example.com/a.png',
    'ftp://img.example.com/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'https://img.example.com:8443/a.png',
    'https://img.example.com:22/',
    'https://user:secret@img.example.com/a.png',
    'https://localhost/a.png',
    'https://api.localhost/a.png',
    'https://printer.local/a.png',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://metadata/latest',
    'https://127.0.0.1/a.png',
    'https://127.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f000001/a.png',
    'https://0177.0.0.1/a.png',
    'https://①②⑦.0.0.1/a.png',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/a.png',
    'https://[::ffff:169.254.169.254]/a.png',
    'https://[fd00:ec2::254]/a.png',
    'https://localhost./a.png',
    `https://img.example.com/${'a'.repeat(2_100)}`,
    'nonsense',
    '',
  ])('error: %s', (url) => {
    expect(() => checkForeignUrl(url)).toThrow(ImageRefused)
  })
})

describe('fetchForeign', () => {
  test('behavior: the bytes, asked for at the address that was checked', async () => {
    const { network, asked, endedConnections } = foreignNetwork(here, { 'https://img.example.com/a.png': { body: picture } })

    expect(Buffer.from(await fetchForeign('https://img.example.com/a.png', { network })).toString()).toBe('a picture')
    expect(asked).toEqual([{ url: 'https://img.example.com/a.png', address: '93.184.215.14' }])
    expect(endedConnections()).toBe(1)
  })

  test('behavior: all public addresses of a name are given to the connection, which takes the one that answers', async () => {
    const names = { 'both.example.com': ['2606:4700::1', '93.184.215.14'] }
    const { network, asked } = foreignNetwork(names, { 'https://both.example.com/': { body: picture } })
    await fetchForeign('https://both.example.com/', { network })

    expect(asked[0]?.address).toBe('2606:4700::1 93.184.215.14')
  })

  test('error: a name that leads inside, even among public addresses, is never asked', async () => {
    const names = {
      'inside.example.com': ['10.0.0.5'],
      'both.example.com': ['93.184.215.14', '127.0.0.1'],
      'mapped.example.com': ['::ffff:10.0.0.5'],
      'none.example.com': [],
    }
    const { network, asked } = foreignNetwork(names, {})

    for (const host of Object.keys(names))
      await expect(fetchForeign(`https://${host}/`, { network })).rejects.toEqual(refused('The address is not public.'))
    expect(asked).toEqual([])
  })

  test('behavior: a name is asked for once a hop, so that it cannot answer differently the second time', async () => {
    const { network, asked } = foreignNetwork(here, { 'https://img.example.com/a.png': { body: picture } })
    let lookups = 0
    const lookup = async () => {
      lookups += 1
      return [{ address: lookups === 1 ? '93.184.215.14' : '127.0.0.1', family: 4 }]
    }
    const rebinding = { ...network, lookup }
    await fetchForeign('https://img.example.com/a.png', { network: rebinding })

    expect([lookups, asked[0]?.address]).toEqual([1, '93.184.215.14'])
  })

  test('behavior: follows three redirects, relative ones too', async () => {
    const { network, asked } = foreignNetwork(here, {
      'https://img.example.com/a': { status: 301, location: '/b' },
      'https://img.example.com/b': { status: 302, location: 'https://cdn.example.net/c' },
      'https://cdn.example.net/c': { status: 307, location: '//img.example.com/d' },
      'https://img.example.com/d': { body: picture },
    })

    expect(await fetchForeign('https://img.example.com/a', { network })).toHaveLength(picture.length)
    expect(asked.map(({ address }) => address)).toEqual(['93.184.215.14', '93.184.215.14', '2606:4700::1', '93.184.215.14'])
  })

  test.each([
    ['inside by name', 'https://inside.example.com/', 'The address is not public.'],
    ['to the metadata service', 'https://169.254.169.254/latest/', 'The address is not public.'],
    ['out of encryption', 'http://img.example.com/', 'The address must be https on the usual port.'],
    ['to another port', 'https://img.example.com:6379/', 'The address must be https on the usual port.'],
    ['to a file', 'file:///etc/passwd', 'The address must be https on the usual port.'],
    ['to nowhere', 'https://[', 'The server redirects to nowhere.'],
  ])('error: a redirect %s is not followed', async (_, location, sentence) => {
    const { network, asked } = foreignNetwork(here, { 'https://img.example.com/a': { status: 302, location } })

    await expect(fetchForeign('https://img.example.com/a', { network })).rejects.toEqual(refused(sentence))
    expect(asked).toHaveLength(1)
  })

  test('error: a circle of redirects', async () => {
    const { network, asked } = foreignNetwork(here, { 'https://img.example.com/a': { status: 302, location: '/a' } })

    await expect(fetchForeign('https://img.example.com/a', { network })).rejects.toEqual(refused('The server redirects too often.'))
    expect(asked).toHaveLength(4)
  })

  test('error: more bytes than allowed; reading stops there', async () => {
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 1_000
        yield new Uint8Array(1_000)
      }
    }
    const { network, endedConnections } = foreignNetwork(here, { 'https://img.example.com/a': { body: endless() } })

    await expect(fetchForeign('https://img.example.com/a', { network, largest: 10_000 })).rejects.toEqual(
      refused('The picture is too large.'),
    )
    expect([sent, endedConnections()]).toEqual([11_000, 1])
  })

  test.each([
    ['that does not answer', () => new Promise<never>(() => undefined)],
    [
      'that stops in the middle',
      async () => ({
        body: (async function* () {
          yield picture
          await new Promise(() => undefined)
        })(),
      }),
    ],
  ])('error: a server %s', async (_, reply) => {
    const { network } = foreignNetwork(here, { 'https://img.example.com/a': reply })

    await expect(fetchForeign('https://img.example.com/a', { network, timeout: 30 })).rejects.toEqual(refused('The server takes too long.'))
  })

  test('error: a name server that does not answer', async () => {
    const { network } = foreignNetwork(here, {})
    const silent = { ...network, lookup: () => new Promise<never>(() => undefined) }

    await expect(fetchForeign('https://img.example.com/a', { network: silent, timeout: 30 })).rejects.toEqual(
      refused('The server takes too long.'),
    )
  })

  test('error: no such picture, no such name: without what the other side said', async () => {
    const { network } = foreignNetwork(here, {
      'https://img.example.com/a': { status: 500, body: new TextEncoder().encode('internal secret') },
    })

    await expect(fetchForeign('https://img.example.com/a', { network })).rejects.toEqual(refused('The server has no such picture.'))
    await expect(fetchForeign('https://unknown.example.com/', { network })).rejects.toEqual(refused('The server cannot be reached.'))
  })
})

describe('publicNetwork.open', () => {
  let server: Server | undefined
  afterEach(async () => {
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
  })

  test('behavior: connects to the pinned address, whatever the name, and speaks TLS for the name', async () => {
    const listener = createServer()
    server = listener
    const hello = new Promise<Buffer>((resolve) => {
      listener.on('connection', (socket) => {
        socket.on('error', () => undefined)
        socket.once('data', (bytes) => {
          resolve(bytes)
          socket.destroy()
        })
      })
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    const opening = publicNetwork.open(
      new URL(`https://pinned.example.com:${port}/a`),
      [{ address: '127.0.0.1', family: 4 }],
      AbortSignal.timeout(10_000),
    )

    await expect(opening).rejects.toThrow()
    const bytes = await hello
    // A TLS handshake record that names the host.
    expect(bytes[0]).toBe(22)
    expect(bytes.toString('latin1')).toContain('pinned.example.com')
  })
})
