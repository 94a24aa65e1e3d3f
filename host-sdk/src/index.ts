export type {
  Account,
  BitcoinMethods,
  CaipAddress,
  CaipNetworkId,
  ConnectedWallet,
  ConnectionStatus,
  CosmosMethods,
  CustomWallet,
  Features,
  Metadata,
  NamespaceId,
  Network,
  PolkadotMethods,
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
  FamilyEvents,
  FamilyProvider,
  Modal,
  ModalEvents,
  ModalOptions,
  Opening,
  OpenOptions,
  ProviderListener,
  Providers,
  RequestArguments,
  StandardAccount,
  StandardWallet,
  State,
  Theme,
} from './types.js'
