import type { SecureBoot } from '@latchkey/protocol'
import type { Project } from '../projects/projectStore.js'

const isLocal = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/**
 * Where a page's approvals are given: in the frame for origins that the operator listed exactly, and in the wallet's own window for all others,
 * including those that only a wildcard matches.
 */
export function approvalSurface({ mode, origins }: Pick<Project, 'mode' | 'origins'>, origin: string): SecureBoot['approvalSurface'] {
  const { protocol, host, hostname } = new URL(origin)
  if (mode === 'development' && isLocal(hostname)) return 'frame'
  const exact = protocol === 'https:' && origins.some((pattern) => pattern === origin || pattern === host)
  return exact ? 'frame' : 'window'
}
