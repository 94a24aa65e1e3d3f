import { isNamespaceId } from '@latchkey/protocol'
import { useEffect } from 'react'
import { report } from '../mistakes/report.js'

/** Names what a hook was given in place of a chain family: it would find nothing for ever, and say nothing. */
export function useFamily(hook: string, namespace: unknown): void {
  useEffect(() => {
    if (namespace !== undefined && !isNamespaceId(namespace)) report('family', `${hook}()`, namespace)
  }, [hook, namespace])
}
