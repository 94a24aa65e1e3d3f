import { codes, errors } from '@latchkey/protocol'
import { formatUnits, type Hex } from 'viem'
import type { Prepared } from '../approve/content.js'
import { failure } from '../auth/failure.js'
import type { SessionRecord, SignerContext } from '../signers/context.js'
import { type GrantedPermission, grantedPermissions } from '../signers/permissions/granted.js'
import { isPermissionOf } from '../signers/permissions/permissionContract.js'
import { coinOf, periodWords } from '../signers/permissions/permissionRows.js'
import { prepareRevoke } from '../signers/permissions/revoke.js'
import type { SecurityContext } from './context.js'
import type { PermissionId, PermissionView, SecurityHandlers } from './contract.js'

type Methods = Pick<SecurityHandlers, 'permissions' | 'askRemoval' | 'removePermission'>

/** Milliseconds for which a fee that was shown may be paid. */
const lifetime = 120_000

/** Whose site a permission is for, as somebody told the server; the contract's address says whether it is true. */
function siteOf({ contract, token, spender, expiry }: GrantedPermission, account: Hex, records: readonly SessionRecord[]): string | null {
  if (expiry === null) return null
  const told = records.find(({ context }) => context === contract.toLowerCase())
  const isTrue = told && isPermissionOf(contract, { account, token, spender, expiry }, told.site)
  return isTrue ? told.site : null
}

async function viewOf(granted: GrantedPermission, records: readonly SessionRecord[], context: SignerContext): Promise<PermissionView> {
  const { contract, spender, amount, spent, period, expiry, token } = granted
  const { symbol, decimals } = (await coinOf(token, context)) ?? { symbol: '?', decimals: 0 }
  const text = (units: bigint) => `${formatUnits(units, decimals)} ${symbol}`
  return {
    network: context.network.caipNetworkId,
    networkName: context.network.name,
    contract,
    spender,
    site: siteOf(granted, context.account as Hex, records),
    amount: text(amount),
    left: text(amount > spent ? amount - spent : 0n),
    period: periodWords(period),
    until: expiry === null ? null : expiry * 1_000,
  }
}

/** Permissions to spend, as the chains have them, and how each is ended. Removing one needs no fresh proof: it takes power away. */
export function createPermissions({ smartContexts }: Pick<SecurityContext, 'smartContexts'>): Methods {
  let asked: { readonly id: PermissionId; readonly prepared: Prepared; readonly at: number } | undefined
  const gone = () => failure(codes.invalidInput, errors.somethingWentWrong, { reason: 'expired' })

  async function listOn(context: SignerContext) {
    const granted = await grantedPermissions(context.rpc, context.account as Hex)
    const records = granted.length > 0 ? ((await context.records?.of(context)) ?? []) : []
    return Promise.all(granted.map((one) => viewOf(one, records, context)))
  }

  return {
    async permissions() {
      const contexts = await smartContexts()
      const lists = await Promise.all(contexts.map((context) => listOn(context).catch(() => null)))
      return {
        permissions: lists.flatMap((list) => list ?? []),
        unavailable: contexts.flatMap(({ network }, index) => (lists[index] === null ? [network.name] : [])),
      }
    },
    async askRemoval(id) {
      asked = undefined
      const context = (await smartContexts()).find(({ network }) => network.caipNetworkId === id.network)
      if (!context) throw gone()
      const prepared = await prepareRevoke([{ permissionContext: id.contract }], context)
      asked = { id, prepared, at: Date.now() }
      const { rows, blocked } = prepared.content
      return { fee: rows.find(({ label }) => label === 'row.fee')?.value ?? '', affordable: !blocked }
    },
    async removePermission({ network, contract }) {
      const ready = asked
      asked = undefined
      const isThis = ready?.id.network === network && ready.id.contract === contract && Date.now() - ready.at < lifetime
      if (!ready || !isThis || ready.prepared.content.blocked) throw gone()
      await ready.prepared.execute(ready.prepared.payload)
    },
  }
}
