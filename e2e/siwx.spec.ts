import { createPublicKey, verify } from 'node:crypto'
import { solanaMainnet } from '@latchkey/protocol'
import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { accounts } from '@latchkey/testkit/src/extensions/extension.ts'
import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import { installStandardExtension } from '@latchkey/testkit/src/extensions/standardExtension.ts'
import { resolveLocalhostNames } from '@latchkey/testkit/src/phone/localhostNames.ts'
import type { Page } from '@playwright/test'
import { base58 } from '@scure/base'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { verifyMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import type { WagmiLibrary } from './hosts/wagmi.ts'
import { dialogOf } from './support/dialog.ts'
import { pressYes, secureOf } from './support/login.ts'
import { longStep } from './support/longStep.ts'
import { openCode, test as phoneTest, timeout } from './support/phone.ts'
import { networkIds, type Server } from './support/server.ts'
import { startSites } from './support/sites.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { localSolana } from './support/solana.ts'
import { expect, stateOf, test } from './support/test.ts'

/* Signing in with the wallet, against the real server: the page learns of an account with its session, and of nothing before. */

resolveLocalhostNames()

const siwx = { required: true }
const signInOf = async (page: Page) => (await stateOf(page)).signIns.eip155
const tokenOf = async (page: Page) => (await signInOf(page))?.token ?? ''

/** Every address that the page was ever told of. */
const seen = (page: Page) =>
  page.evaluate(() => window.host.seen.flatMap(({ name, value }) => (name === 'connect' ? [Object(value).address] : [])))

/** The site whose page got the token. */
const domainOf = (token: string) => new URL(String(decodeJwt(token).aud)).host

/** Whether a protected route of that site lets this token in: its server asks ours. */
const meStatus = async ({ api, projectId }: Server, token: string) =>
  (await fetch(`${api}/siwx/me?projectId=${projectId}&domain=${domainOf(token)}`, { headers: { authorization: `Bearer ${token}` } })).status

test('behavior: required sign-in with an extension: refused, closed, signed, reloaded, switched, signed out', async ({
  page,
  server,
  hosts,
  install,
  dialog,
  problems,
}) => {
  const harbor = await install()
  await page.goto(hosts.url('signin', 'npm', { siwx, networks: [networkIds.first, networkIds.second] }))
  await page.evaluate(() => {
    const { modal } = window.host
    void Object.assign(window, { opening: modal.open() })
  })

  await test.step('connecting leads to the sign-in, and the page hears of nothing', async () => {
    await dialog.choose('Harbor')
    await dialog.shows('SIWXSignMessage')
    await expect(dialog.button('Close')).toHaveCount(0)
    expect(await stateOf(page)).toMatchObject({ status: 'connecting', accounts: {} })
    await page.keyboard.press('Escape')
    await dialog.shows('SIWXSignMessage')
  })

  await test.step('a refusal says so, and the view stays', async () => {
    harbor.on('personal_sign', faults.rejected)
    await dialog.button('Sign in').click()
    await expect(dialog.frame.getByText('Error signing message').first()).toBeVisible()
    await expect(dialog.heading('You didn’t sign')).toBeVisible()
    expect(await seen(page)).toEqual([])
    harbor.on('personal_sign', 'approve')
  })

  await test.step('signing ends the opening with the account and its session', async () => {
    await dialog.button('Try again').click()
    const session = await page.evaluate(() => (window as unknown as { opening: Promise<unknown> }).opening)
    await dialog.closed()
    expect(session).toMatchObject({ address: accounts[0].address, signIn: { address: accounts[0].address } })
    const signed = await signInOf(page)
    const { origin, host } = new URL(page.url())
    expect(signed?.message).toContain(`${host} wants you to sign in with your Ethereum account:\n${accounts[0].address}`)
    expect(
      await verifyMessage({
        address: accounts[0].address,
        message: signed?.message ?? '',
        signature: (signed?.signature ?? '0x') as `0x${string}`,
      }),
    ).toBe(true)
    const keys = createRemoteJWKSet(new URL(`${server.api}/siwx/jwks.json`))
    const { payload } = await jwtVerify(signed?.token ?? '', keys, { issuer: server.api, audience: origin })
    expect(payload.sub).toBe(`${networkIds.first}:${accounts[0].address}`)
    expect(await meStatus(server, signed?.token ?? '')).toBe(200)
  })

  const persists = test.info().project.name === 'partitioned'
  await test.step('a reload keeps the session where storage lasts, and asks again where it does not', async () => {
    const before = await tokenOf(page)
    await page.reload()
    if (persists) {
      await expect.poll(() => tokenOf(page)).toBe(before)
      return
    }
    await expect.poll(async () => (await stateOf(page)).ready).toBe(true)
    expect((await stateOf(page)).accounts).toEqual({})
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('SIWXSignMessage')
    await dialog.button('Sign in').click()
    await dialog.closed()
  })

  await test.step('another account of the wallet signs for itself', async () => {
    const first = await tokenOf(page)
    await harbor.selectAccounts([accounts[1]])
    await dialog.shows('SIWXSignMessage')
    await expect.poll(async () => (await stateOf(page)).accounts).toEqual({})
    await dialog.button('Sign in').click()
    await dialog.closed()
    await expect.poll(async () => (await signInOf(page))?.address).toBe(accounts[1].address)
    // The first account's session is its own, and stays.
    expect(await meStatus(server, first)).toBe(200)
  })

  await test.step('disconnecting signs out', async () => {
    const token = await tokenOf(page)
    expect(await meStatus(server, token)).toBe(200)
    await page.evaluate(() => window.host.modal.disconnect())
    await expect.poll(() => meStatus(server, token)).toBe(401)
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', accounts: {}, signIns: {} })
  })
  expect(problems).toEqual([])
})

test('behavior: a reload, an account switch, a network switch and a second tab while signing in end in one true state', {
  tag: '@alike',
}, async ({ page, context, server, hosts, install, dialog }) => {
  const harbor = await install()
  await page.goto(hosts.url('turns', 'npm', { siwx, networks: [networkIds.first, networkIds.second] }))
  const persists = test.info().project.name === 'partitioned'
  const nobody = { accounts: {}, signIns: {} }
  /** Presses "Sign in", and leaves the wallet's question open. */
  const beginSigning = async () => {
    harbor.on('personal_sign', 'ask')
    await dialog.button('Sign in').click()
    await expect.poll(() => harbor.pending.length).toBe(1)
    harbor.on('personal_sign', 'approve')
  }
  /** What the page knows is what the server knows. */
  const isSignedIn = async (tab: Page, address: string, networkId: string) => {
    await expect.poll(async () => (await signInOf(tab)) ?? {}).toMatchObject({ address, networkId })
    expect((await stateOf(tab)).accounts.eip155?.[0]?.address).toBe(address)
    expect((await stateOf(tab)).networkIds.eip155).toBe(networkId)
    const { api, projectId } = server
    const token = await tokenOf(tab)
    const me = await fetch(`${api}/siwx/me?projectId=${projectId}&domain=${domainOf(token)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await me.json()).toMatchObject({ address, networkId })
    return token
  }

  await test.step('a reload: the answer to the page that is gone signs nobody in', async () => {
    await page.evaluate(() => void window.host.modal.open())
    await dialog.choose('Harbor')
    await dialog.shows('SIWXSignMessage')
    await beginSigning()
    await page.reload()
    harbor.decide('approve')
    await expect.poll(async () => (await stateOf(page)).ready).toBe(true)
    expect(await stateOf(page)).toMatchObject(nobody)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('SIWXSignMessage')
    await dialog.button('Sign in').click()
    await dialog.closed()
    await isSignedIn(page, accounts[0].address, networkIds.first)
  })

  await test.step('an account switch: the old answer counts for nothing, the new account signs for itself', async () => {
    await harbor.selectAccounts([accounts[1]])
    await dialog.shows('SIWXSignMessage')
    await beginSigning()
    await harbor.selectAccounts([accounts[2]])
    await expect(dialog.button('Sign in')).toBeVisible()
    harbor.decide('approve')
    expect(await stateOf(page)).toMatchObject(nobody)
    await dialog.button('Sign in').click()
    await dialog.closed()
    await isSignedIn(page, accounts[2].address, networkIds.first)
  })

  await test.step('a network switch: back where the account has signed in, the late answer for the other network changes nothing', async () => {
    await harbor.selectChain(chainIds.second)
    await dialog.shows('SIWXSignMessage')
    await expect.poll(async () => (await stateOf(page)).accounts).toEqual({})
    await beginSigning()
    await harbor.selectChain(chainIds.first)
    await dialog.closed()
    const before = await isSignedIn(page, accounts[2].address, networkIds.first)
    harbor.decide('approve')
    expect(await isSignedIn(page, accounts[2].address, networkIds.first)).toBe(before)
  })

  await test.step('two tabs: one signature is for both where they share storage, else each signs for itself', async () => {
    const other = await context.newPage()
    await other.goto(page.url())
    await expect.poll(async () => (await stateOf(other)).ready).toBe(true)
    const second = dialogOf(other)
    if (persists) await isSignedIn(other, accounts[2].address, networkIds.first)
    else expect(await stateOf(other)).toMatchObject(nobody)
    await harbor.selectChain(chainIds.second)
    await dialog.shows('SIWXSignMessage')
    await beginSigning()
    harbor.decide('approve')
    await dialog.closed()
    const tokens = [await isSignedIn(page, accounts[2].address, networkIds.second)]
    if (!persists) {
      await other.getByRole('button', { name: 'Connect wallet' }).click()
      await second.shows('SIWXSignMessage')
      await second.button('Sign in').click()
    }
    await second.closed()
    tokens.push(await isSignedIn(other, accounts[2].address, networkIds.second))
    expect(new Set(tokens).size).toBe(persists ? 1 : 2)
    await page.evaluate(() => window.host.modal.disconnect())
    for (const tab of [page, other])
      await expect.poll(() => stateOf(tab)).toMatchObject({ status: 'disconnected', accounts: {}, signIns: {} })
    for (const token of tokens) await expect.poll(() => meStatus(server, token)).toBe(401)
  })
})

test('behavior: optional sign-in by script tag: the account is there at once, “Not now” keeps it, and the page may ask again', {
  tag: '@alike',
}, async ({ page, server, hosts, install }) => {
  await install()
  // The page's own script tag has made the first one.
  const dialog = dialogOf(page, 1)
  await page.goto(hosts.url('optional', 'script'))
  await expect(page.locator('iframe[data-latchkey="dialog"]')).toHaveCount(1)
  await page.evaluate((projectId) => {
    const script = window.Modal as unknown as { createModal(options: object): typeof window.host.modal }
    const modal = script.createModal({ projectId, siwx: { required: false, statement: 'Welcome to Meadow.' } })
    Object.assign(window, { own: modal, opening: modal.open() })
  }, server.projects.families)
  const own = () => page.evaluate(() => (window as unknown as { own: typeof window.host.modal }).own.getState())
  await dialog.choose('Harbor')
  await dialog.shows('SIWXSignMessage')
  expect((await own()).accounts.eip155?.[0]?.address).toBe(accounts[0].address)
  await dialog.button('Not now').click()
  await dialog.closed()
  expect((await own()).signIns).toEqual({})
  await page.evaluate(() => void (window as unknown as { own: typeof window.host.modal }).own.open({ view: 'SIWXSignMessage' }))
  await dialog.shows('SIWXSignMessage')
  await dialog.frame.getByText('What you’ll sign').click()
  await expect(dialog.frame.getByText('Welcome to Meadow.')).toBeVisible()
  await dialog.button('Sign in').click()
  await dialog.closed()
  await expect.poll(async () => (await own()).signIns.eip155?.message).toContain('Welcome to Meadow.')
  await page.evaluate(() => (window as unknown as { own: typeof window.host.modal }).own.signOut())
  expect(await own()).toMatchObject({ status: 'connected', signIns: {} })
})

test('behavior: Solana signs in by the wallet’s own signIn, and a page asks for all of it in one request of its provider', {
  tag: '@once',
}, async ({ page, context, server, hosts, install, dialog }) => {
  const harbor = await install()
  await installStandardExtension(context, { name: 'Lantern', icon: harbor.info.icon })
  await page.goto(hosts.url('families', 'npm', { siwx, networks: [networkIds.first, solanaMainnet] }))
  await test.step('solana:signIn', async () => {
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.choose('Lantern')
    await dialog.shows('SIWXSignMessage')
    await dialog.button('Sign in').click()
    await dialog.closed()
    const { signIns, accounts: known } = await stateOf(page)
    const address = known.solana?.[0]?.address ?? ''
    expect(signIns.solana?.message).toContain(`wants you to sign in with your Solana account:\n${address}\n`)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base58.decode(address)).toString('base64url') },
      format: 'jwk',
    })
    expect(verify(null, Buffer.from(signIns.solana?.message ?? ''), key, base58.decode(signIns.solana?.signature ?? ''))).toBe(true)
    expect(await meStatus(server, signIns.solana?.token ?? '')).toBe(200)
    await page.evaluate(() => window.host.modal.disconnect())
  })

  await test.step('wallet_connect', async () => {
    const asked = page.evaluate(() =>
      window.host.modal
        .provider('eip155')
        .request({ method: 'wallet_connect', params: [{ version: '1', capabilities: { signInWithEthereum: {} } }] }),
    )
    await dialog.choose('Harbor')
    await dialog.shows('SIWXSignMessage')
    await dialog.button('Sign in').click()
    const { accounts: [granted] = [] } = (await asked) as {
      accounts: { address: `0x${string}`; capabilities: { signInWithEthereum: { message: string; signature: `0x${string}` } } }[]
    }
    const { message, signature } = granted?.capabilities.signInWithEthereum ?? { message: '', signature: '0x' }
    // Signed once: the sign-in that the page requires is the one that it asked for.
    expect(harbor.requests.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)
    expect(await verifyMessage({ address: accounts[0].address, message, signature })).toBe(true)
    expect(message).toContain(new URL(page.url()).host)
    // With a nonce of its own, the page gets a message of its own.
    const again = (await page.evaluate(() =>
      window.host.modal.provider('eip155').request({
        method: 'wallet_connect',
        params: [{ version: '1', chainIds: ['0x1'], capabilities: { signInWithEthereum: { nonce: 'ownNonce1' } } }],
      }),
    )) as { accounts: { capabilities: { signInWithEthereum: { message: string } } }[] }
    expect(again.accounts[0]?.capabilities.signInWithEthereum.message).toMatch(/Chain ID: 1\nNonce: ownNonce1\n/)
  })
})

test('behavior: a wallet that can signs in while it connects: one question by wallet_connect, or by solana:signIn', {
  tag: '@once',
}, async ({ page, context, server, hosts, install, dialog, expectProblems }) => {
  // What the console says of the signature that the server does not accept.
  expectProblems('error: Failed to load resource: the server responded with a status of 401 (Unauthorized)')
  const harbor = await install({ signsIn: true })
  const lantern = await familyExtensions.solana(context, server, { name: 'Lantern' })
  await page.goto(hosts.url('onestep', 'npm', { siwx, projectId: server.projects.families, networks: [networkIds.first, solanaMainnet] }))
  /** Opens the dialog, and chooses the wallet once there is a nonce to offer. */
  const connect = async (name: string) => {
    harbor.requests.length = 0
    const nonce = page.waitForResponse((response) => new URL(response.url()).pathname === '/siwx/nonce')
    await page.evaluate(() => void window.host.modal.open())
    await nonce
    await dialog.choose(name)
  }
  const questions = () => harbor.methods().filter((method) => ['wallet_connect', 'eth_requestAccounts', 'personal_sign'].includes(method))
  const disconnect = async () => {
    await page.evaluate(() => window.host.modal.disconnect())
    await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
  }

  await test.step('wallet_connect: the account comes with its session', async () => {
    await connect('Harbor')
    await dialog.closed()
    const signed = await signInOf(page)
    const { host, origin } = new URL(page.url())
    const { message = '', signature = '0x' } = signed ?? {}
    expect(parseSiweMessage(message)).toMatchObject({ domain: host, uri: origin, address: accounts[0].address, chainId: 31337 })
    expect(await verifyMessage({ address: accounts[0].address, message, signature: signature as `0x${string}` })).toBe(true)
    expect(await meStatus({ ...server, projectId: server.projects.families }, signed?.token ?? '')).toBe(200)
    expect(questions()).toEqual(['wallet_connect'])
    await disconnect()
  })

  await test.step('a refusal is one, and another try signs in', async () => {
    harbor.on('wallet_connect', faults.rejected)
    await connect('Harbor')
    await dialog.button('Try again').waitFor()
    expect(questions()).toEqual(['wallet_connect'])
    harbor.on('wallet_connect', 'approve')
    await dialog.button('Try again').click()
    await dialog.closed()
    await expect.poll(() => tokenOf(page)).not.toBe('')
    expect(questions()).toEqual(['wallet_connect', 'wallet_connect'])
    await disconnect()
  })

  for (const [step, what, said] of [
    [test.step, 'another nonce', { nonce: 'anotherNonce1234' }],
    [longStep, 'another site', { domain: 'evil.example' }],
    [longStep, 'another account', { address: accounts[1].address }],
  ] as const)
    await step(`a message with ${what} counts for nothing`, async () => {
      harbor.signOtherwise(said)
      await connect('Harbor')
      await dialog.shows('SIWXSignMessage')
      expect(await stateOf(page)).toMatchObject({ accounts: {}, signIns: {} })
      await dialog.button('Disconnect').click()
      await expect.poll(async () => (await stateOf(page)).open).toBe(false)
      harbor.signOtherwise({})
    })

  for (const [step, fault] of [
    [test.step, faults.unsupported],
    [longStep, { code: -32601, message: 'Method not found' }],
    [longStep, faults.internal],
  ] as const)
    await step(`a wallet that answers ${fault.code} is connected, and asked to sign afterwards`, async () => {
      harbor.on('wallet_connect', fault)
      await connect('Harbor')
      await dialog.shows('SIWXSignMessage')
      expect(questions()).toEqual(['wallet_connect', 'eth_requestAccounts'])
      await dialog.button('Sign in').click()
      await dialog.closed()
      await expect.poll(() => tokenOf(page)).not.toBe('')
      await disconnect()
    })

  await test.step('solana:signIn: the account comes with its session, and nothing else was asked', async () => {
    await connect('Lantern')
    await dialog.closed()
    const { signIns, accounts: known } = await stateOf(page)
    expect(known.solana?.[0]?.address).toBe(lantern.addresses[0])
    expect(signIns.solana?.message).toContain('Chain ID: mainnet\n')
    expect(await meStatus({ ...server, projectId: server.projects.families }, signIns.solana?.token ?? '')).toBe(200)
    expect(lantern.methods().filter((method) => method !== 'disconnect')).toEqual(['signIn'])
    await disconnect()
  })

  await test.step('a wallet that fails at it is connected, and signs a message; one that refuses is not asked again', async () => {
    lantern.fail('signIn', faults.internal)
    await connect('Lantern')
    await dialog.shows('SIWXSignMessage')
    await dialog.button('Sign in').click()
    await dialog.closed()
    await expect.poll(async () => (await stateOf(page)).signIns.solana?.token ?? '').not.toBe('')
    expect(lantern.methods().slice(-3)).toEqual(['connect', 'signIn', 'signMessage'])
    await disconnect()
    lantern.fail('signIn', faults.rejected)
    const before = lantern.requests.length
    await connect('Lantern')
    await dialog.button('Try again').waitFor()
    expect(lantern.methods().slice(before)).toEqual(['signIn'])
  })
})

phoneTest(
  'behavior: a mobile wallet and the embedded wallet are asked at once: connecting and signing in is one way',
  { tag: '@once' },
  async ({ page, server, hosts, dialog, startPhone }) => {
    const asked: string[] = []
    const phone = await startPhone({ authenticates: true, approveRequest: ({ method }) => asked.push(method) > 0 })
    await page.goto(hosts.url('mobile', 'npm', { siwx, projectId: server.projects.families, networks: [networkIds.first] }))
    await test.step('a mobile wallet that can connects and signs by one approval', async () => {
      const uri = await openCode(page, dialog)
      await phone.pair(uri)
      await expect.poll(() => tokenOf(page), timeout).not.toBe('')
      await dialog.closed()
      expect(asked).toEqual([])
      const signed = await signInOf(page)
      expect(signed?.message).toContain(`${new URL(page.url()).host} wants you to sign in`)
      expect(await meStatus({ ...server, projectId: server.projects.families }, signed?.token ?? '')).toBe(200)
      await page.evaluate(() => window.host.modal.disconnect())
      await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
    })

    await longStep('another signs without another click', async () => {
      const other = await startPhone()
      const uri = await openCode(page, dialog)
      await other.pair(uri)
      await expect.poll(() => tokenOf(page), timeout).not.toBe('')
      await dialog.closed()
      const signed = await signInOf(page)
      expect(
        await verifyMessage({
          address: signed?.address as `0x${string}`,
          message: signed?.message ?? '',
          signature: signed?.signature as `0x${string}`,
        }),
      ).toBe(true)
      await page.evaluate(() => window.host.modal.disconnect())
      await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
    })

    await longStep('the embedded wallet shows the message after the login, and asks once', async () => {
      await page.evaluate(() => void window.host.modal.open())
      await answerProvider(await openProvider(page, 'Google'), newName())
      await dialog.shows('ApproveTransaction')
      await expect(secureOf(page).getByText(new URL(page.url()).host).first()).toBeVisible()
      expect((await stateOf(page)).accounts).toEqual({})
      await pressYes(secureOf(page).getByRole('button', { name: 'Sign in', exact: true }))
      await dialog.closed()
      await expect.poll(() => tokenOf(page)).not.toBe('')
    })

    await test.step('with accounts of several chain families all of them sign by one approval, which shows every message', async () => {
      const chains = [networkIds.first, localSolana(server).id]
      await page.goto(hosts.url('mobile-both', 'npm', { siwx, projectId: server.projects.families, networks: chains }))
      await page.evaluate(() => void window.host.modal.open())
      await answerProvider(await openProvider(page, 'Google'), newName())
      await dialog.shows('ApproveTransaction')
      const whole = secureOf(page).getByRole('region', { name: 'Message' })
      await expect(whole).toContainText('wants you to sign in with your Solana account:')
      const shown = (await whole.textContent()) ?? ''
      // The second message is below the first: a yes waits until it was on screen.
      const approve = secureOf(page).getByRole('button', { name: 'Sign in', exact: true })
      await expect(secureOf(page).getByText('Scroll to the end')).toBeVisible()
      await expect(approve).toHaveAttribute('aria-disabled', 'true')
      expect((await stateOf(page)).accounts).toEqual({})
      await whole.evaluate((box) => box.scrollTo(0, box.scrollHeight))
      await expect(approve).toHaveAttribute('aria-disabled', 'false')
      await pressYes(approve)
      await dialog.closed()
      await expect.poll(async () => Object.keys((await stateOf(page)).signIns).sort()).toEqual(['eip155', 'solana'])
      const { signIns, accounts: known } = await stateOf(page)
      expect(Object.keys(known).sort()).toEqual(['eip155', 'solana'])
      for (const signed of [signIns.eip155, signIns.solana]) {
        expect(shown).toContain(signed?.message)
        expect(await meStatus({ ...server, projectId: server.projects.families }, signed?.token ?? '')).toBe(200)
      }
    })

    await longStep('on Solana alone, too', async () => {
      await page.goto(hosts.url('mobile-solana', 'npm', { siwx, projectId: server.projects.families, networks: [localSolana(server).id] }))
      await page.evaluate(() => void window.host.modal.open())
      await answerProvider(await openProvider(page, 'Google'), newName())
      await dialog.shows('ApproveTransaction')
      const whole = secureOf(page).locator('pre.message')
      await secureOf(page).getByText('What you’ll sign').click()
      await expect(whole).toContainText('wants you to sign in with your Solana account:')
      const shown = (await whole.textContent()) ?? ''
      expect((await stateOf(page)).accounts).toEqual({})
      await pressYes(secureOf(page).getByRole('button', { name: 'Sign in', exact: true }))
      await dialog.closed()
      await expect.poll(async () => (await stateOf(page)).signIns.solana?.message).toBe(shown)
      const signed = (await stateOf(page)).signIns.solana
      expect(await meStatus({ ...server, projectId: server.projects.families }, signed?.token ?? '')).toBe(200)
    })
  },
)

test('behavior: wagmi and the documented servers: 401 before the sign-in, 200 after it, 401 after the sign-out', { tag: '@once' }, async ({
  page,
  server,
  hosts,
  install,
  dialog,
  expectProblems,
}) => {
  // What the console says of the answers that this is about.
  expectProblems('error: Failed to load resource: the server responded with a status of 401 (Unauthorized)')
  await install()
  await page.goto(`${hosts.url('protected', 'wagmi', { siwx })}&connector=own`)
  await page.waitForFunction(() => window.library)
  const sites = await startSites(server, new URL(page.url()).host)
  // The site's servers are behind the page's own origin, as a reverse proxy puts them.
  await page.route('**/sites/*/private', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/')[2] ?? ''
    await route.fulfill(await sites.ask(name, route.request().headers().authorization))
  })
  const visit = (token: string) =>
    page.evaluate(
      async ([names, bearer]) =>
        Promise.all(
          names.map(async (name) => {
            const answer = await fetch(`/sites/${name}/private`, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {})
            return [name, answer.status, answer.ok ? (await answer.json()).address : null]
          }),
        ),
      [sites.names, token] as const,
    )
  expect(await visit('')).toEqual(sites.names.map((name) => [name, 401, null]))
  const ours = await page.evaluate(() => (window.library as WagmiLibrary).connectors().find(({ name }) => name !== 'Harbor')?.name ?? '')
  const connecting = page.evaluate((name) => (window.library as WagmiLibrary).connect(name), ours)
  await dialog.choose('Harbor')
  await dialog.shows('SIWXSignMessage')
  await dialog.button('Sign in').click()
  expect(await connecting).toEqual([accounts[0].address])
  const token = await tokenOf(page)
  expect(await visit(token)).toEqual(sites.names.map((name) => [name, 200, accounts[0].address]))
  await page.evaluate(() => window.host.modal.signOut())
  expect(await visit(token)).toEqual(sites.names.map((name) => [name, 401, null]))
  await sites.close()
})
