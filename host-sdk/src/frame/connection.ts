/**
 * What speaks with the frame, as one lazy chunk: it is fetched while the frame's document is, from the same origin, so it costs no time and a
 * page whose visitor never opens the dialog never pays for it.
 */
export { createBridge } from '@latchkey/protocol/bridge'
export { createHostApi } from '../hostApi.js'
export { watchPageInterface } from './stepAside.js'
