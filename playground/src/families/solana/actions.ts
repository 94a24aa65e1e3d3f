import { buildTransfer } from '@latchkey/testkit/src/signers/solanaTransaction.ts'
import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import type { Modal } from '../../sdk/modal.js'
import { type ActionContext, type FamilyActions, verdict } from '../action.js'
import { askSolana } from './askSolana.js'

/** Somewhere harmless to send to. */
const recipient = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
/** Of a SOL: 10⁹ lamports. */
const amount = 100_000_000n
/** Milliseconds between looks at the chain, and how often to look. */
const interval = 250
const looks = 120

type Account = { readonly address: string; readonly chains: readonly string[] }
type Features = {
  'standard:connect': { connect(input: { silent: boolean }): Promise<{ accounts: readonly Account[] }> }
  'solana:signMessage': {
    signMessage(input: { account: Account; message: Uint8Array }): Promise<readonly { signature: Uint8Array; signedMessage: Uint8Array }[]>
  }
  'solana:signAndSendTransaction': {
    signAndSendTransaction(input: {
      account: Account
      chain: string
      transaction: Uint8Array
    }): Promise<readonly { signature: Uint8Array }[]>
  }
}

/** The dialog's Wallet Standard wallet, and the account in its own words. */
async function open(modal: Modal, address: string) {
  const { features } = modal.provider('solana') as { features: Features }
  const { accounts } = await features['standard:connect'].connect({ silent: true })
  const account = accounts.find((each) => each.address === address)
  if (!account) throw new Error('The wallet has no such account any more')
  return { features, account }
}

async function signMessage({ modal, account: { address } }: ActionContext, message: string) {
  const { features, account } = await open(modal, address)
  const [output] = await features['solana:signMessage'].signMessage({ account, message: new TextEncoder().encode(message) })
  if (!output) throw new Error('The wallet answered without signature')
  const passed = ed25519.verify(output.signature, output.signedMessage, base58.decode(address))
  return verdict(passed, [['Signature', base58.encode(output.signature)]])
}

/** Sends through the wallet, and reads the chain through the gateway. */
async function send({ modal, config, account: { address }, chain, note }: ActionContext) {
  const { features, account } = await open(modal, address)
  const url = `${config.api}/v1/?${new URLSearchParams({ chainId: chain.caipNetworkId, projectId: config.projectId })}`
  const { value } = (await askSolana(url, 'getLatestBlockhash', [])) as { value: { blockhash: string } }
  const transaction = buildTransfer({ from: address, to: recipient, lamports: amount, blockhash: value.blockhash })
  const input = { account, chain: account.chains[0] ?? 'solana:localnet', transaction }
  const [output] = await features['solana:signAndSendTransaction'].signAndSendTransaction(input)
  const signature = base58.encode(output?.signature ?? new Uint8Array())
  note('Sent. Waiting for the chain…')
  for (let look = 0; look < looks; look++) {
    const { value: statuses } = (await askSolana(url, 'getSignatureStatuses', [[signature]])) as {
      value: readonly ({ slot: number; err: unknown } | null)[]
    }
    const [status] = statuses
    if (status)
      return {
        passed: status.err === null,
        sentence: status.err === null ? `In slot ${status.slot}` : 'The chain refused it',
        facts: [
          ['Transaction', signature],
          ['To', recipient],
        ] as const,
      }
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
  throw new Error('The chain does not know the transaction after 30 s')
}

export const actions: FamilyActions = { signMessage, second: send }
