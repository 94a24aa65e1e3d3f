import { localMail, type OwnServer, startOwnServer } from './ownServer.ts'
import type { Server } from './server.ts'

/** The two ways to choose the hostnames. `localhost` counts as a public suffix: each name below it is a site of its own, with the names below that. */
export const layouts = {
  'on domains of their own': { dialog: 'dialog.localhost', secure: 'secure.localhost' },
  'below the shop’s domain': { dialog: 'dialog.shop.localhost', secure: 'secure.shop.localhost' },
} as const
export type Layout = keyof typeof layouts

/** Starts a server with an embedded wallet on these hostnames. @returns it, and what host pages have to know of it */
export async function startLayout(server: Server, layout: Layout): Promise<{ readonly own: OwnServer; readonly facts: Server }> {
  const { dialog, secure } = layouts[layout]
  const urlsOf = (port: number) => ({
    dialog: `http://${dialog}:${port}`,
    secure: `http://${secure}:${port}`,
    api: `http://api.localhost:${port}`,
  })
  const own = await startOwnServer(server, { mail: localMail(server) }, (port) => ({ config: { urls: urlsOf(port) } }))
  return { own, facts: { ...server, dialog: urlsOf(Number(new URL(own.api).port)).dialog, api: own.api, projectId: own.projectId } }
}
