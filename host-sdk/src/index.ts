export type {
  Account,
  CaipAddress,
  CaipNetworkId,
  ConnectedWallet,
  ConnectionStatus,
  CustomWallet,
  Features,
  Metadata,
  NamespaceId,
  Network,
  Session,
  ThemeMode,
  ThemeVariables,
  ViewName,
} from '@latchkey/protocol'
export { defineButton } from './button/defineButton.js'
export { createModal } from './createModal.js'
export { ModalError } from './modalError.js'
export { rdns } from './provider/announce.js'
export type {
  Eip1193Provider,
  Modal,
  ModalEvents,
  ModalOptions,
  Opening,
  OpenOptions,
  ProviderListener,
  ProviderNamespace,
  RequestArguments,
  State,
  Theme,
} from './types.js'
