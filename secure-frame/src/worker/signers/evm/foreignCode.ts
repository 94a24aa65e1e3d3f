import type { Prepared } from '../../approve/content.js'
import type { Rpc } from '../rpc.js'

/** EIP-7702: a key's account carries this, and then the address of the contract whose code runs in its place. */
const delegation = /^0xef0100([0-9a-f]{40})$/i

/** Milliseconds: what needs no node is not held up by one that hardly answers. */
const patience = 3_000

/**
 * The contract that acts for a key's own account. This wallet never has one act for it, so another app that has the key did.
 *
 * @returns undefined when there is none, or the node does not say
 */
export async function foreignCode(rpc: Rpc, address: string): Promise<string | undefined> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, patience, '0x'))
  const code = await Promise.race([rpc('eth_getCode', [address, 'latest']).catch(() => '0x'), late])
  const found = delegation.exec(String(code))?.[1]
  return found && `0x${found}`
}

/** Says on an approval that a contract acts for the account; one press shows which one, whole. */
export function withForeignCode(prepared: Prepared, contract: string): Prepared {
  const { content, withLimit } = prepared
  return {
    ...prepared,
    content: {
      ...content,
      warnings: [{ tone: 'neg', title: { id: 'warn.foreignCode' }, text: { id: 'warn.foreignCodeText' } }, ...content.warnings],
      rows: [{ label: 'row.foreignCode', value: contract, kind: 'address' }, ...content.rows],
    },
    ...(withLimit ? { withLimit: async (amount) => withForeignCode(await withLimit(amount), contract) } : {}),
  }
}
