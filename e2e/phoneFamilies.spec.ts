import { pubkeyToAddress, serializeSignDoc } from '@cosmjs/amino'
import {
  bitcoin,
  builtInNetworks,
  type CaipNetworkId,
  mainNetworkIds,
  type NamespaceId,
  type Network,
  referenceOf,
  solanaMainnet,
} from '@latchkey/protocol'
import type { PhoneWallet } from '@latchkey/testkit/src/phone/startPhoneWallet.ts'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Page } from '@playwright/test'
import { signatureVerify } from '@polkadot/util-crypto'
import { Address, NETWORK, OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import { address, getPublicKeyFromAddress, type SignatureBytes, verifySignature } from '@solana/kit'
import { Verifier } from 'bip322-js'
import { verifyMessage } from 'viem'
import { connectPhone, openCode, test, timeout } from './support/phone.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, request, stateOf } from './support/test.ts'

/* One wallet on another device, all five families: what a page signs through its providers is checked by each family's own library. */

const bare = (caipNetworkId: CaipNetworkId, chainNamespace: NamespaceId): Network => {
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 10 }
  return { id: referenceOf(caipNetworkId), caipNetworkId, chainNamespace, name: caipNetworkId, nativeCurrency, rpcUrls: {} }
}
const networks = [networkIds.first, ...builtInNetworks, bare(mainNetworkIds.polkadot, 'polkadot'), bare(mainNetworkIds.cosmos, 'cosmos')]
const families = ['bip122', 'cosmos', 'eip155', 'polkadot', 'solana']

const familiesOf = (page: Page) => stateOf(page).then(({ accounts }) => Object.keys(accounts).sort())

/** A request of the page to one of its families. */
async function ask<T>(page: Page, namespace: 'bip122' | 'polkadot' | 'cosmos', method: string, params: object): Promise<T> {
  const call = [namespace, method, params] as const
  return (await page.evaluate(([name, asked, given]) => {
    const { request } = window.host.modal.provider(name) as { request(args: object): Promise<unknown> }
    return request({ method: asked, params: given })
  }, call)) as T
}

test.describe('a wallet of all families', () => {
  test.setTimeout(150_000)

  test('@once connects them by one approval, signs on each, gives a family back, takes one on, and keeps the others', async ({
    page,
    hosts,
    dialog,
    startPhone,
  }) => {
    const phone = await startPhone()
    await page.goto(hosts.url('families-all', 'npm', { networks }))
    await connectPhone(page, dialog, phone)
    await expect.poll(() => familiesOf(page), timeout).toEqual(families)
    const asked = () => phone.requests.at(-1)
    const { accounts } = await stateOf(page)
    expect(accounts.bip122?.map(({ type }) => type)).toEqual(['payment', 'ordinal'])

    const evm = phone.address(networkIds.first) as `0x${string}`
    const signed = await request(page, 'personal_sign', ['0x6869', evm])
    expect(await verifyMessage({ address: evm, message: { raw: '0x6869' }, signature: signed.result as `0x${string}` })).toBe(true)
    expect(asked()).toMatchObject({ chainId: networkIds.first, method: 'personal_sign' })

    const solana = phone.address(solanaMainnet.caipNetworkId) ?? ''
    const answers = await page.evaluate(async () => {
      const wallet = window.host.modal.provider('solana')
      const [account] = wallet.accounts
      if (!account) throw new Error('No account')
      type Output = { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }
      type Call = (input: object) => Promise<readonly Output[]>
      const features = wallet.features as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>
      const message = new TextEncoder().encode('hi')
      const signedMessages = await features['solana:signMessage']?.signMessage?.({ account, message })
      const signedIn = await features['solana:signIn']?.signIn?.({ statement: 'Welcome' })
      const outputs = [...(signedMessages ?? []), ...(signedIn ?? [])]
      return outputs.map(({ signedMessage, signature }) => [[...signedMessage], [...signature]] as const)
    })
    expect(Buffer.from(answers[0]?.[0] ?? []).toString()).toBe('hi')
    expect(Buffer.from(answers[1]?.[0] ?? []).toString()).toContain(`wants you to sign in with your Solana account:\n${solana}\n\nWelcome`)
    const key = await getPublicKeyFromAddress(address(solana))
    for (const [message, signature] of answers)
      expect(await verifySignature(key, Uint8Array.from(signature) as SignatureBytes, Uint8Array.from(message))).toBe(true)
    expect(asked()).toMatchObject({ chainId: solanaMainnet.caipNetworkId, method: 'solana_signMessage' })

    const payment = phone.address(bitcoin.caipNetworkId) ?? ''
    const spoken = { account: payment, message: 'hi', protocol: 'bip322' }
    const { signature } = await ask<{ signature: string }>(page, 'bip122', 'signMessage', spoken)
    expect(Verifier.verifySignature(payment, 'hi', Buffer.from(signature, 'hex').toString('base64'))).toBe(true)
    const draft = new Transaction()
    const script = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(1), true)).script
    expect(await ask(page, 'bip122', 'getAccountAddresses', {})).toMatchObject([{ address: payment }, { intention: 'ordinal' }])
    const ownScript = OutScript.encode(Address(NETWORK).decode(payment))
    draft.addInput({ txid: '33'.repeat(32), index: 0, witnessUtxo: { amount: 20_000n, script: ownScript } })
    draft.addOutput({ amount: 19_000n, script })
    const psbt = Buffer.from(draft.toPSBT()).toString('base64')
    const signing = { account: payment, psbt, signInputs: [{ address: payment, index: 0 }] }
    const completed = Transaction.fromPSBT(Buffer.from((await ask<{ psbt: string }>(page, 'bip122', 'signPsbt', signing)).psbt, 'base64'))
    completed.finalize()
    expect(completed.isFinal).toBe(true)
    expect(asked()).toMatchObject({ chainId: bitcoin.caipNetworkId, method: 'signPsbt' })

    const dot = phone.address(mainNetworkIds.polkadot) ?? ''
    const said = await ask<{ signature: string }>(page, 'polkadot', 'polkadot_signMessage', { address: dot, message: 'hi' })
    expect(signatureVerify('hi', said.signature, dot)).toMatchObject({ isValid: true, crypto: 'sr25519' })
    expect(asked()).toMatchObject({ chainId: mainNetworkIds.polkadot })

    const atom = phone.address(mainNetworkIds.cosmos) ?? ''
    const msgs = [{ type: 'sign/MsgSignData', value: { signer: atom, data: 'aGk=' } }]
    const signDoc = { chain_id: '', account_number: '0', sequence: '0', fee: { gas: '0', amount: [] }, msgs, memo: '' }
    type Signed = { signature: { signature: string; pub_key: { type: string; value: string } } }
    const amino = await ask<Signed>(page, 'cosmos', 'cosmos_signAmino', { signerAddress: atom, signDoc })
    expect(pubkeyToAddress(amino.signature.pub_key, 'cosmos')).toBe(atom)
    const cosmosKey = Buffer.from(amino.signature.pub_key.value, 'base64')
    expect(secp256k1.verify(Buffer.from(amino.signature.signature, 'base64'), sha256(serializeSignDoc(signDoc)), cosmosKey)).toBe(true)
    expect(asked()).toMatchObject({ chainId: mainNetworkIds.cosmos, method: 'cosmos_signAmino' })

    const [topic = ''] = phone.topics()
    const granted = structuredClone(phone.client.session.get(topic).namespaces) as Parameters<PhoneWallet['update']>[1]

    const { cosmos: _without, ...rest } = granted
    await phone.update(topic, rest)
    await expect.poll(() => familiesOf(page)).toEqual(families.filter((name) => name !== 'cosmos'))
    await phone.update(topic, granted)
    await expect.poll(() => familiesOf(page)).toEqual(families)

    await page.evaluate(() => window.host.modal.disconnect('solana'))
    await expect.poll(() => familiesOf(page)).toEqual(families.filter((name) => name !== 'solana'))
    await expect.poll(() => Object.keys(phone.client.session.get(topic).namespaces), timeout).not.toContain('solana')
    expect(await ask(page, 'polkadot', 'polkadot_signMessage', { address: dot, message: 'still' })).toHaveProperty('signature')
  })

  test('@once grants one family, and the page has that one', async ({ page, hosts, dialog, startPhone }) => {
    const phone = await startPhone({ namespaces: ['bip122'] })
    await page.goto(hosts.url('families-one', 'npm', { networks }))
    await phone.pair(await openCode(page, dialog))
    await connected(page)
    expect(await familiesOf(page)).toEqual(['bip122'])
    expect(await stateOf(page)).toMatchObject({ activeNamespace: 'bip122', selectedNetworkId: bitcoin.caipNetworkId })
  })
})
