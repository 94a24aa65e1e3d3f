import type { useAccount, useModal, useModalEvent, useModalState, useNetwork, useProvider } from '@latchkey/sdk/react'
import type { latchkeyConnector } from '@latchkey/sdk/wagmi'
import { expectTypeOf, test } from 'vitest'
import type { CreateConnectorFn } from 'wagmi'
import type { createModal } from './createModal.js'
import type {
  BitcoinMethods,
  CaipNetworkId,
  Eip1193Provider,
  ErrorReason,
  FamilyProvider,
  Modal,
  ModalEvents,
  ModalOptions,
  Opening,
  PolkadotMethods,
  Session,
  State,
} from './index.js'

/**
 * The types that applications build on. `npm run types` judges this file: a type that became wider, narrower or `any` fails there.
 */

test('behavior: the options need a project and a dialog, and take networks of any library', () => {
  expectTypeOf<Parameters<typeof createModal>>().toEqualTypeOf<[options: ModalOptions]>()
  expectTypeOf<typeof createModal>().returns.toEqualTypeOf<Modal>()
  expectTypeOf<{ projectId: 'x'; dialogUrl: 'https://dialog.example.com' }>().toExtend<ModalOptions>()
  expectTypeOf<{ projectId: 'x'; dialogUrl: 'y'; networks: ['eip155:1', { id: 1; name: 'Ethereum' }] }>().toExtend<
    Pick<ModalOptions, 'projectId' | 'dialogUrl'>
  >()
  expectTypeOf<ModalOptions['preload']>().toEqualTypeOf<'intent' | 'idle' | 'none' | undefined>()
  // @ts-expect-error without the dialog's address there is nothing to open
  const missing: ModalOptions = { projectId: 'x' }
  // @ts-expect-error a misspelled option is none
  const misspelled: ModalOptions = { projectId: 'x', dialogUrl: 'y', projectID: 'x' }
  void [missing, misspelled]
})

test('behavior: open() resolves with a session, or null when nobody connected', () => {
  expectTypeOf<ReturnType<Modal['open']>>().toEqualTypeOf<Opening>()
  expectTypeOf<Awaited<Opening>>().toEqualTypeOf<Session | null>()
  expectTypeOf<Session<'eip155'>['address']>().toEqualTypeOf<`0x${string}`>()
  expectTypeOf<Session<'solana'>['address']>().toEqualTypeOf<string>()
  expectTypeOf<Extract<Session, { namespace: 'eip155' }>['accounts'][number]['address']>().toEqualTypeOf<`0x${string}`>()
})

test('behavior: each chain family has its own provider', () => {
  const provider = (modal: Modal) => modal.provider('eip155')
  expectTypeOf(provider).returns.toEqualTypeOf<Eip1193Provider>()
  const bitcoin = (modal: Modal) => modal.provider('bip122')
  expectTypeOf(bitcoin).returns.toEqualTypeOf<FamilyProvider<BitcoinMethods>>()
  const polkadot = (modal: Modal) => modal.provider('polkadot')
  expectTypeOf(polkadot).returns.toEqualTypeOf<FamilyProvider<PolkadotMethods>>()
  // @ts-expect-error there is no such chain family
  const unknown = (modal: Modal) => modal.provider('near')
  void unknown
})

test('behavior: the reasons of errors are a closed list', () => {
  expectTypeOf<'no_accounts' | 'iframe_load_failed' | 'otp_wrong'>().toExtend<ErrorReason>()
  expectTypeOf<string>().not.toExtend<ErrorReason>()
})

test('behavior: the hooks give what the modal gives', () => {
  expectTypeOf<typeof useModal>().returns.toEqualTypeOf<Modal>()
  expectTypeOf<ReturnType<typeof useAccount<'eip155'>>['address']>().toEqualTypeOf<`0x${string}` | undefined>()
  expectTypeOf<ReturnType<typeof useNetwork>['networkId']>().toEqualTypeOf<CaipNetworkId | null>()
  expectTypeOf<ReturnType<typeof useProvider<'eip155'>>>().toEqualTypeOf<Eip1193Provider>()
  const selected = (hook: typeof useModalState) => hook((state) => state.open)
  expectTypeOf(selected).returns.toEqualTypeOf<boolean>()
  const whole = (hook: typeof useModalState) => hook()
  expectTypeOf(whole).returns.toEqualTypeOf<State>()
  const heard = (hook: typeof useModalEvent) =>
    hook('chainChanged', (change) => expectTypeOf(change).toEqualTypeOf<ModalEvents['chainChanged']>())
  void heard
})

test('behavior: the connector is one of wagmi’s, whose provider is EIP-1193', () => {
  expectTypeOf<typeof latchkeyConnector>().returns.toEqualTypeOf<CreateConnectorFn<Eip1193Provider>>()
  expectTypeOf<typeof latchkeyConnector>().parameter(0).toEqualTypeOf<Modal | ModalOptions>()
})
