import { Script, selectUTXO, Transaction } from '@scure/btc-signer'
import { member, text, WalletError } from '../family.ts'
import type { BitcoinKey } from './keys.ts'
import { networkOf } from './keys.ts'
import type { BitcoinNode, Coin } from './node.ts'

/** Satoshis for each byte: more than a local chain asks for, and nobody else gets to see these transactions. */
const feePerByte = 2n
const longestMemo = 80

/** What a wallet without a node spends: a coin that exists in its imagination alone, so that pages get a transaction all the same. */
const imagined: Coin = { txid: '11'.repeat(32), index: 0, amount: 100_000_000n }

function keyOf(keys: readonly BitcoinKey[], address: string): BitcoinKey {
  const key = keys.find((each) => each.address === address)
  if (!key) throw new WalletError(4100, `Not an address of this wallet: ${address}`)
  return key
}

function readPsbt(base64: string): Transaction {
  try {
    return Transaction.fromPSBT(Buffer.from(base64, 'base64'), { allowUnknownOutputs: true })
  } catch (error) {
    throw new WalletError(-32602, `Invalid PSBT: ${(error as Error).message}`)
  }
}

/** Signs the inputs that the page names. */
export function signPsbt(params: unknown, keys: readonly BitcoinKey[]): Transaction {
  const transaction = readPsbt(text(params, 'psbt'))
  const inputs = member(params, 'signInputs')
  if (!Array.isArray(inputs) || inputs.length === 0) throw new WalletError(-32602, 'Invalid params: signInputs')
  for (const input of inputs) {
    const { secret, tapInternalKey } = keyOf(keys, text(input, 'address'))
    const index = member(input, 'index')
    const types = member(input, 'sighashTypes')
    if (typeof index !== 'number' || index < 0 || index >= transaction.inputsLength) throw new WalletError(-32602, 'Invalid params: index')
    if (tapInternalKey && !transaction.getInput(index).tapInternalKey) transaction.updateInput(index, { tapInternalKey })
    transaction.signIdx(secret, index, Array.isArray(types) && types.length > 0 ? types : undefined)
  }
  return transaction
}

/** Pays, from the coins of the account, and gives the rest back. */
export async function payment(
  chainId: string,
  params: unknown,
  keys: readonly BitcoinKey[],
  node: BitcoinNode | undefined,
): Promise<Transaction> {
  const key = keyOf(keys, text(params, 'account'))
  const amount = text(params, 'amount')
  if (!/^[1-9]\d*$/.test(amount)) throw new WalletError(-32602, 'Invalid params: amount')
  const memo = member(params, 'memo')
  const memoBytes = typeof memo === 'string' ? Buffer.from(memo.replace(/^0x/, ''), 'hex') : undefined
  if (memoBytes && memoBytes.length > longestMemo) throw new WalletError(-32602, 'Invalid params: memo')
  const changeAddress = member(params, 'changeAddress')
  const network = networkOf(chainId)
  const coins = node ? await node.coins(key.address) : [imagined]
  const inputs = coins.map(({ txid, index, amount: value }) => ({
    txid,
    index,
    witnessUtxo: { amount: value, script: key.script },
    ...(key.tapInternalKey ? { tapInternalKey: key.tapInternalKey } : {}),
  }))
  const outputs = [
    { address: text(params, 'recipientAddress'), amount: BigInt(amount) },
    ...(memoBytes ? [{ script: Script.encode(['RETURN', memoBytes]), amount: 0n }] : []),
  ]
  const selected = selectUTXO(inputs, outputs, 'default', {
    changeAddress: typeof changeAddress === 'string' ? changeAddress : key.address,
    feePerByte,
    network,
    createTx: true,
    bip69: false,
    allowUnknownOutputs: true,
  })
  if (!selected?.tx) throw new WalletError(-32000, 'Not enough coins')
  selected.tx.sign(key.secret)
  selected.tx.finalize()
  return selected.tx
}
