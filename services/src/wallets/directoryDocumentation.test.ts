import { OpenAPIHono } from '@hono/zod-openapi'
import { describe, expect, test } from 'vitest'
import type { ApiEnv } from '../api/context.js'
import { createImageProxy } from '../images/imageProxy.js'
import { imageKey } from '../images/signImageUrl.js'
import { directoryDocumentation } from './directoryDocumentation.js'
import { imageRoutes } from './imageRoutes.js'
import { openApi, wallet } from './testing/wallets.js'

describe('directoryDocumentation', () => {
  test('behavior: describes every endpoint of the directory and of the images, and no other', async () => {
    const { app, directory } = await openApi([wallet('A')])
    app.route('/', imageRoutes({ directory, proxy: { images: createImageProxy(), key: imageKey('a secret of the server') } }))
    const documented = new OpenAPIHono<ApiEnv>()
    directoryDocumentation(documented)
    const { paths } = documented.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Latchkey', version: '0' } })
    const served = new Set(app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))

    expect(Object.keys(paths ?? {}).sort()).toEqual([...served].sort())
  })
})
