import type { ModalOptions } from '@latchkey/sdk'

type HostConfig = {
  readonly config: ModalOptions
  readonly chains: readonly (readonly [caipNetworkId: string, url: string])[]
  readonly listed: string
}

/** What the test's server wrote into the page. */
export const { config, chains, listed } = JSON.parse(document.getElementById('config')?.textContent ?? '{}') as HostConfig
