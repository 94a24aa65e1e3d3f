import { readProperty } from '@latchkey/protocol'

type Answer = { readonly id: number; readonly jsonrpc: string; readonly result?: unknown; readonly error?: unknown }
type Engine = { onSessionAuthenticateResponse: (topic: string, answer: Answer) => void }

/** Whether a signature (CACAO, CAIP-74) is of a key: EIP-191, 65 bytes. */
function isOfKey(cacao: unknown): boolean {
  const signature = readProperty(cacao, 's')
  return readProperty(signature, 't') === 'eip191' && /^0x[0-9a-f]{130}$/i.test(String(readProperty(signature, 's')))
}

/**
 * Lets the library check signatures of keys only, when a wallet connects and signs in at once.
 *
 * About one of a contract's account (ERC-1271) it asks a node of its vendor's, which this frame may not reach and which would learn who signs in where; over
 * one that it cannot read it never ends. It hears of both as of a wallet that failed: that one connects, and our server looks at what it signs then.
 */
export function checkKeysOnly(client: { readonly engine: unknown }): void {
  const engine = client.engine as Engine
  const hear = engine.onSessionAuthenticateResponse
  engine.onSessionAuthenticateResponse = (topic, answer) => {
    const cacaos = readProperty(answer.result, 'cacaos')
    const isReadable = !('result' in answer) || (Array.isArray(cacaos) && cacaos.every(isOfKey))
    const { id, jsonrpc } = answer
    hear(topic, isReadable ? answer : { id, jsonrpc, error: { code: -32_000, message: 'The signature is not of a key' } })
  }
}
