import { configSchema, type RemoteFeature } from '@latchkey/protocol/schemas'
import type { Dialog } from '../lib/dialog.js'
import { request } from './http.js'

export type { RemoteFeature } from '@latchkey/protocol/schemas'

/**
 * `GET /appkit/v1/config`: what the project's owner switched on.
 *
 * @throws as `request`
 */
export async function fetchConfig(dialog: Dialog, signal?: AbortSignal): Promise<readonly RemoteFeature[]> {
  const { features } = await request(dialog, { path: '/appkit/v1/config', schema: configSchema, signal })
  return features
}
