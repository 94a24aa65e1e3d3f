import type { SecureBoot } from '@latchkey/protocol'
import type { Project } from '../projects/projectStore.js'

const isLocal = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/**
 * Where a page's approvals are given. In the frame, for origins that the operator wrote down one by one: he vouches for
 * those pages. A wildcard vouches for nobody in particular, so its pages get a window of the wallet's own.
 */
export function approvalSurface({ mode, origins }: Pick<Project, 'mode' | 'origins'>, origin: string): SecureBoot['approvalSurface'] {
  const { protocol, host, hostname } = new URL(origin)
  if (mode === 'development' && isLocal(hostname)) return 'frame'
  const exact = protocol === 'https:' && origins.some((pattern) => pattern === origin || pattern === host)
  return exact ? 'frame' : 'window'
}
