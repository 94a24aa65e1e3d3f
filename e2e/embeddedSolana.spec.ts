import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { lamports, address as toAddress } from '@solana/kit'
import { verifyMessage } from 'viem'
import { familyOf, use } from './support/familyCalls.ts'
import { pressYes, secureOf } from './support/login.ts'
import { networkIds } from './support/server.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { localSolana } from './support/solana.ts'
import { expect, request, stateOf, test } from './support/test.ts'

/* The embedded wallet on Solana, beside its EVM account: one login, one seed, each request approved in the secure frame. */

type Signed = readonly { readonly signature: readonly number[]; readonly signedMessage: readonly number[] }[]

const recipient = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const text = (bytes: readonly number[] = []) => new TextDecoder().decode(Uint8Array.from(bytes))

test('behavior: signs messages, signs in, signs and sends transactions on Solana, and signs for EVM in the same session', {
  tag: '@once',
}, async ({ page, server, hosts, dialog, problems }) => {
  const solana = localSolana(server)
  await page.goto(hosts.url('meadow', 'npm', { projectId: server.projects.families }))
  await page.evaluate(() => void window.host.modal.open())
  await answerProvider(await openProvider(page, 'Google'), newName())
  await dialog.closed()
  const [account] = (await familyOf(page, 'solana')) ?? []
  const address = account?.address ?? ''
  await solana.rpc.requestAirdrop(toAddress(address), lamports(1_000_000_000n)).send()

  /** What the frame shows is what was asked for; then the user presses. */
  const approve = async (shown: string | RegExp, button: string) => {
    await dialog.shows('ApproveTransaction')
    await expect(secureOf(page).getByText(shown).first()).toBeVisible()
    await pressYes(secureOf(page).getByRole('button', { name: button, exact: true }))
    await dialog.closed()
  }
  const isMine = ([output]: Signed) =>
    ed25519.verify(Uint8Array.from(output?.signature ?? []), Uint8Array.from(output?.signedMessage ?? []), base58.decode(address))

  await test.step('a message', async () => {
    const signing = use<Signed>(page, 'solana:signMessage', { account: address, message: [...new TextEncoder().encode('Hello Solana')] })
    await approve('Hello Solana', 'Sign')
    const { output } = await signing
    expect(text(output[0]?.signedMessage)).toBe('Hello Solana')
    expect(isMine(output)).toBe(true)
  })

  await test.step('a sign-in, which names this page', async () => {
    const signing = use<Signed>(page, 'solana:signIn', { statement: 'Welcome back.', nonce: 'a1b2c3d4' })
    await approve('Welcome back.', 'Sign in')
    const { output } = await signing
    const host = new URL(page.url()).host
    expect(text(output[0]?.signedMessage)).toBe(
      `${host} wants you to sign in with your Solana account:\n${address}\n\nWelcome back.\n\nNonce: a1b2c3d4`,
    )
    expect(isMine(output)).toBe(true)
  })

  await test.step('a sign-in for another site is shown, and cannot be signed', async () => {
    const signing = use(page, 'solana:signIn', { uri: 'https://bank.example/login' })
    await dialog.shows('ApproveTransaction')
    await expect(secureOf(page).getByRole('button', { name: 'Sign in', exact: true })).toHaveCount(0)
    await secureOf(page).getByRole('button', { name: 'Reject' }).click()
    expect(await signing).toMatchObject({ code: 4001 })
    await dialog.closed()
  })

  await test.step('a transaction that is signed only, and one that is sent', async () => {
    const before = await solana.balance(recipient)
    const signing = use<readonly { signedTransaction: readonly number[] }[]>(page, 'solana:signTransaction', {
      account: address,
      chain: 'solana:localnet',
      transaction: await solana.transfer(address, recipient, 1_000_000n),
    })
    await approve('Send 0.001 SOL', 'Confirm')
    expect((await signing).output[0]?.signedTransaction.slice(1, 65).some((byte) => byte !== 0)).toBe(true)
    expect(await solana.balance(recipient)).toBe(before)
    const sending = use<readonly { signature: readonly number[] }[]>(page, 'solana:signAndSendTransaction', {
      account: address,
      chain: 'solana:localnet',
      transaction: await solana.transfer(address, recipient, 2_000_000n),
    })
    await approve('Send 0.002 SOL', 'Confirm')
    expect((await sending).output[0]?.signature).toHaveLength(64)
    await expect.poll(async () => (await solana.balance(recipient)) - before).toBe(2_000_000n)
  })

  await test.step('a message of the EVM account, and a switch from one family to the other', async () => {
    const [evm] = (await request(page, 'eth_accounts')).result as `0x${string}`[]
    if (!evm) throw new Error('No EVM account')
    const signing = request(page, 'personal_sign', ['0x48656c6c6f', evm])
    await approve('Hello', 'Sign')
    expect(await verifyMessage({ address: evm, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
    const to = (id: `${string}:${string}`) => page.evaluate((networkId) => void window.host.modal.switchNetwork(networkId), id)
    // The wallet is on this one already: only the family changes. Elsewhere the user confirms.
    await to(solana.id)
    await expect.poll(async () => (await stateOf(page)).activeNamespace).toBe('solana')
    await to(networkIds.second)
    await dialog.shows('SwitchNetwork')
    await dialog.button('Switch').click()
    await dialog.closed()
    const { activeNamespace, selectedNetworkId } = await stateOf(page)
    expect({ activeNamespace, selectedNetworkId }).toEqual({ activeNamespace: 'eip155', selectedNetworkId: networkIds.second })
    expect((await request(page, 'eth_chainId')).result).toBe('0x7a6a')
  })
  expect(problems).toEqual([])
})
