import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recoverProgramFile } from '@latchkey/protocol'
import type { KitContent, RecoveryKit } from '@latchkey/protocol/schemas/account'
import { createEnvelope } from '@latchkey/secure-frame/src/worker/vault/envelope.ts'
import { writeKit } from '@latchkey/secure-frame/src/worker/vault/kit.ts'
import { newRecoverySecret, writeRecoveryCode } from '@latchkey/secure-frame/src/worker/vault/recoveryCode.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleRecoverProgram } from '../vite/recoverProgram.ts'

let program = ''

/** Runs the program as a user does, with a code on its standard input. */
function recover(args: readonly string[], code: string): Promise<{ status: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { env: { PATH: process.env.PATH } })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    child.on('close', (status) => resolve({ status, out, err }))
    child.stdin.end(`${code}\n`)
  })
}

describe('latchkey-recover.mjs', () => {
  let folder = ''
  let file = ''
  let code = ''
  let kit: RecoveryKit
  let addresses: Awaited<ReturnType<typeof createEnvelope>>['addresses']
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-kit-'))
    // As users have it: alone in a folder.
    program = join(folder, recoverProgramFile)
    await writeFile(program, await bundleRecoverProgram())
    const secret = newRecoverySecret()
    code = await writeRecoveryCode(secret)
    // The well-known test seed of BIP-39: what comes out is known.
    const { create, addresses: made } = await createEnvelope([{ type: 'code', userShare: secret }], new Uint8Array(16))
    addresses = made
    const [slot] = create.slots
    if (!slot) throw new Error('no slot')
    const { manifest, manifestMac, vaultCt, vaultIv, epochVault, vaultAuthKey } = create
    const { serverShare, ...sealed } = slot
    const content: KitContent = {
      manifest,
      manifestMac,
      vaultCt,
      vaultIv,
      epochVault,
      vaultAuthKey,
      serverShare,
      slot: sealed,
      savedAt: new Date().toISOString(),
    }
    kit = await writeKit(secret, content)
    file = join(folder, 'kit.json')
    await writeFile(file, JSON.stringify(kit))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('behavior: the frame’s kit opens offline with the code alone, however it is typed', async () => {
    for (const typed of [code, code.toLowerCase().replaceAll('-', ' '), code.replaceAll('0', 'O').replaceAll('1', 'l')]) {
      const { status, out } = await recover([file], typed)
      expect(status).toBe(0)
      expect(out).toContain('abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about')
      for (const address of Object.values(addresses)) expect(out).toContain(address)
      expect(out).not.toContain('private key')
    }
  })

  test('behavior: keys are shown when they are asked for', async () => {
    const { out } = await recover([file, '--keys'], code)
    expect(out).toContain('0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727')
  })

  test('error: a wrong code, a damaged file and no file are one sentence each', async () => {
    expect(await recover([file], code.slice(0, -1))).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining('a letter is wrong'),
    })
    const other = await writeRecoveryCode(newRecoverySecret())
    expect((await recover([file], other)).err).toContain('does not open with this code')
    const damaged = join(folder, 'damaged.json')
    await writeFile(damaged, JSON.stringify({ ...kit, walletId: 'A'.repeat(22) }))
    expect((await recover([damaged], code)).err).toContain('does not open with this code')
    await writeFile(damaged, '{')
    expect((await recover([damaged], code)).err).toContain('not a recovery kit')
    expect((await recover([join(folder, 'none.json')], code)).err).toContain('cannot be read')
    expect((await recover([], code)).err).toContain('node latchkey-recover.mjs kit.json')
  })
})
