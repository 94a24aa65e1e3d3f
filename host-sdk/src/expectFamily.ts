import { codes, type NamespaceId, namespaceIds } from '@latchkey/protocol'
import { ModalError } from './modalError.js'

/** @throws ModalError -32602 that names the chain families, when this is none */
export function expectFamily(namespace: NamespaceId): void {
  if (!namespaceIds.includes(namespace))
    throw new ModalError(codes.invalidParams, `namespace: ${JSON.stringify(namespace)} is not one of ${namespaceIds.join(', ')}`)
}
