import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import { directBytes } from '@latchkey/testkit/src/phone/families/cosmos.ts'
import { aminoBytes } from '@latchkey/testkit/src/signers/cosmosDocuments.ts'
import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { signatureVerify } from '@polkadot/util-crypto'
import { base58, base64, hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { ask, familyOf, use } from './support/familyCalls.ts'
import { expect, stateOf, test } from './support/test.ts'

/* Every chain family through the page's own provider, the dialog and an extension that signs with real keys. */

test('behavior: Solana: connect, sign, sign in, follow the wallet, reload, disconnect', async ({
  page,
  context,
  hosts,
  dialog,
  server,
  problems,
}) => {
  const harbor = await familyExtensions.solana(context, server)
  const [address = '', second = ''] = harbor.addresses
  await page.goto(hosts.url('meadow', 'npm', { projectId: server.projects.families }))
  expect(await use(page, 'solana:signMessage', { account: address, message: [1] })).toMatchObject({ code: 4100 })
  expect(await use(page, 'standard:connect', { silent: true })).toEqual({ output: { accounts: [] } })
  await expect(page.locator('iframe[data-latchkey="dialog"]')).toBeHidden()

  const connecting = use<{ accounts: readonly { address: string }[] }>(page, 'standard:connect')
  await dialog.choose('Harbor')
  expect((await connecting).output.accounts).toMatchObject([{ address, publicKey: [...base58.decode(address)] }])
  await dialog.closed()
  expect(await stateOf(page)).toMatchObject({ status: 'connected', activeNamespace: 'solana', wallets: { solana: { name: 'Harbor' } } })

  const message = [...new TextEncoder().encode('Hello from Solana')]
  const { output } = await use<[{ signature: number[] }]>(page, 'solana:signMessage', { account: address, message })
  expect(ed25519.verify(Uint8Array.from(output[0].signature), Uint8Array.from(message), base58.decode(address))).toBe(true)
  const signedIn = await use<[{ signedMessage: number[]; signature: number[] }]>(page, 'solana:signIn', { statement: 'Welcome' })
  const [{ signedMessage, signature }] = signedIn.output
  expect(new TextDecoder().decode(Uint8Array.from(signedMessage))).toContain(
    `wants you to sign in with your Solana account:\n${address}\n\nWelcome`,
  )
  expect(ed25519.verify(Uint8Array.from(signature), Uint8Array.from(signedMessage), base58.decode(address))).toBe(true)
  expect(harbor.methods()).toContain('signIn')

  harbor.fail('signMessage', faults.rejected)
  expect(await use(page, 'solana:signMessage', { account: address, message })).toMatchObject({ code: 4001 })

  await harbor.select(1)
  await expect.poll(() => familyOf(page, 'solana')).toMatchObject([{ address: second }])
  await page.reload()
  await expect.poll(() => familyOf(page, 'solana')).toMatchObject([{ address: second }])
  await page.evaluate(() => window.host.modal.disconnect('solana'))
  expect((await stateOf(page)).status).toBe('disconnected')
  await expect.poll(() => harbor.methods()).toContain('disconnect')
  expect(problems).toEqual([])
})

test('behavior: Bitcoin: addresses for payments and ordinals, a message, a PSBT, reload, disconnect', async ({
  page,
  context,
  hosts,
  dialog,
  server,
  problems,
}) => {
  const quarry = await familyExtensions.bitcoin(context)
  await page.goto(hosts.url('meadow', 'npm', { projectId: server.projects.families }))
  const [coins, inscriptions] = quarry.addresses
  const { address: payment = '', publicKey = '' } = coins ?? {}
  const sign = { account: payment, message: 'Hello from Bitcoin' }
  expect(await ask(page, 'bip122', 'signMessage', sign)).toMatchObject({ code: 4100 })

  const connecting = ask<readonly { address: string }[]>(page, 'bip122', 'getAccountAddresses')
  await dialog.choose('Quarry')
  expect((await connecting).result).toMatchObject([coins ?? {}, inscriptions ?? {}])
  await dialog.closed()

  const { result } = await ask<{ signature: string; messageHash: string }>(page, 'bip122', 'signMessage', sign)
  const bytes = hex.decode(result.signature)
  const recovered = secp256k1.Signature.fromCompact(bytes.slice(1)).addRecoveryBit((bytes[0] ?? 0) - 39)
  expect(recovered.recoverPublicKey(hex.decode(result.messageHash)).toHex()).toBe(publicKey)

  const proof = await ask<{ signature: string }>(page, 'bip122', 'signMessage', {
    ...sign,
    address: inscriptions?.address,
    protocol: 'bip322',
  })
  expect(proof.result).toMatchObject({ address: inscriptions?.address, signature: expect.stringMatching(/^0140[0-9a-f]{128}$/) })

  const { script } = p2wpkh(hex.decode(publicKey))
  const transaction = new Transaction()
  transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 5_000n } })
  transaction.addOutput({ script, amount: 4_000n })
  const psbt = base64.encode(transaction.toPSBT())
  const signed = await ask<{ psbt: string }>(page, 'bip122', 'signPsbt', {
    account: payment,
    psbt,
    signInputs: [{ address: payment, index: 0 }],
  })
  const final = Transaction.fromPSBT(base64.decode(signed.result.psbt))
  final.finalize()
  expect(final.isFinal).toBe(true)

  await page.reload()
  await expect.poll(() => familyOf(page, 'bip122')).toMatchObject([{ address: payment }, { type: 'ordinal' }])
  await page.evaluate(() => window.host.modal.disconnect('bip122'))
  await expect.poll(() => quarry.methods()).toContain('wallet_disconnect')
  expect(problems).toEqual([])
})

test('behavior: Polkadot: a message and a transaction payload, another account, disconnect', async ({
  page,
  context,
  hosts,
  dialog,
  server,
  problems,
}) => {
  const extension = await familyExtensions.polkadot(context)
  const [address = '', second = ''] = extension.addresses
  await page.goto(hosts.url('meadow', 'npm', { projectId: server.projects.families }))
  const connecting = ask(page, 'polkadot', 'polkadot_requestAccounts')
  await dialog.choose('Polkadot{.js}'.replace(/[{}.]/g, '\\$&'))
  expect((await connecting).result).toMatchObject([{ address, name: 'Stash 0', type: 'sr25519' }])
  await dialog.closed()

  const { result } = await ask<{ signature: string }>(page, 'polkadot', 'polkadot_signMessage', { address, message: 'Hello' })
  expect(signatureVerify('<Bytes>Hello</Bytes>', result.signature, address).isValid).toBe(true)
  const hash = `0x${'22'.repeat(32)}`
  const transactionPayload = {
    address,
    blockHash: hash,
    blockNumber: '0x01',
    era: '0x00',
    genesisHash: hash,
    method: '0x00000411',
    nonce: '0x00',
    signedExtensions: ['CheckNonce'],
    specVersion: '0x01',
    tip: '0x00',
    transactionVersion: '0x01',
    version: 4,
  }
  const signed = await ask<{ signature: string }>(page, 'polkadot', 'polkadot_signTransaction', { address, transactionPayload })
  expect(signed.result.signature).toMatch(/^0x01[0-9a-f]{128}$/)
  await extension.select(1)
  await expect.poll(() => familyOf(page, 'polkadot')).toMatchObject([{ address: second }])

  await test.step('a reload asks the extension nothing; the next request does', async () => {
    extension.requests.length = 0
    await page.reload()
    await expect.poll(() => familyOf(page, 'polkadot')).toMatchObject([{ address: second }])
    expect(extension.methods()).toEqual([])
    const again = await ask<{ signature: string }>(page, 'polkadot', 'polkadot_signMessage', { address: second, message: 'Hello' })
    expect(signatureVerify('<Bytes>Hello</Bytes>', again.result.signature, second).isValid).toBe(true)
    expect(extension.methods().slice(0, 1)).toEqual(['enable'])
  })
  await page.evaluate(() => window.host.modal.disconnect('polkadot'))
  expect((await stateOf(page)).status).toBe('disconnected')
  expect(problems).toEqual([])
})

test('behavior: Cosmos: Amino, direct and another key; disconnecting it keeps Solana', async ({
  page,
  context,
  hosts,
  dialog,
  server,
  problems,
}) => {
  const keplr = await familyExtensions.cosmos(context)
  const harbor = await familyExtensions.solana(context, server)
  await page.goto(hosts.url('meadow', 'npm', { projectId: server.projects.families }))
  const connectingSolana = use(page, 'standard:connect')
  await dialog.choose('Harbor')
  await connectingSolana
  await dialog.closed()
  const connecting = ask<readonly { address: string; pubkey: string }[]>(page, 'cosmos', 'cosmos_requestAccounts', {
    chainIds: ['provider'],
  })
  await dialog.choose('Keplr')
  const [account] = (await connecting).result
  expect(account).toMatchObject({ address: keplr.address(0), chainId: 'provider' })
  await dialog.closed()

  const verify = (signature: string, bytes: Uint8Array) =>
    secp256k1.verify(base64.decode(signature), sha256(bytes), base64.decode(account?.pubkey ?? ''))
  const amino = {
    chain_id: 'provider',
    account_number: '0',
    sequence: '0',
    fee: { gas: '1', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer: keplr.address(0), data: 'SGk=' } }],
    memo: '',
  }
  type Signed = { signature: { signature: string }; signed: object }
  const signerAddress = keplr.address(0)
  const first = await ask<Signed>(page, 'cosmos', 'cosmos_signAmino', { signerAddress, signDoc: amino })
  expect(verify(first.result.signature.signature, aminoBytes(first.result.signed))).toBe(true)
  const direct = { chainId: 'provider', accountNumber: '12', bodyBytes: base64.encode(Uint8Array.of(10, 1, 2)), authInfoBytes: 'EgA=' }
  const other = await ask<Signed>(page, 'cosmos', 'cosmos_signDirect', { signerAddress, signDoc: direct })
  expect(other.result.signed).toEqual(direct)
  expect(verify(other.result.signature.signature, directBytes(direct))).toBe(true)

  await keplr.select(1)
  await expect.poll(() => familyOf(page, 'cosmos')).toMatchObject([{ address: keplr.address(1) }])

  await test.step('a reload asks the extension nothing; the next request does', async () => {
    keplr.requests.length = 0
    await page.reload()
    await expect.poll(() => familyOf(page, 'cosmos')).toMatchObject([{ address: keplr.address(1) }])
    expect(keplr.methods()).toEqual([])
    await ask<Signed>(page, 'cosmos', 'cosmos_signAmino', { signerAddress: keplr.address(1), signDoc: amino })
    expect(keplr.methods()).toEqual(expect.arrayContaining(['enable', 'signAmino']))
  })
  await page.evaluate(() => window.host.modal.disconnect('cosmos'))
  expect(await stateOf(page)).toMatchObject({ status: 'connected', accounts: { solana: [{ address: harbor.addresses[0] }] } })
  expect(await familyOf(page, 'cosmos')).toBeUndefined()
  expect(problems).toEqual([])
})
