export type {
  BitcoinMethods,
  CaipAddress,
  CaipNetworkId,
  ConnectedWallet,
  ConnectionStatus,
  CosmosAminoDocument,
  CosmosDirectDocument,
  CosmosMethods,
  CustomWallet,
  ErrorReason,
  Features,
  Metadata,
  NamespaceId,
  Network,
  PolkadotMethods,
  PolkadotPayload,
  ThemeMode,
  ThemeVariables,
  TrackedEvent,
  ViewName,
} from '@latchkey/protocol'
export { defineButton } from './button/defineButton.js'
export { createModal } from './createModal.js'
export { ModalError } from './modalError.js'
export type { NetworkLike, ViemChain } from './networkId.js'
export { rdns } from './provider/announce.js'
export type {
  IdentifierString,
  SolanaFeatures,
  SolanaSignature,
  SolanaTransactionInput,
  StandardAccount,
  StandardChange,
  StandardWallet,
} from './standardTypes.js'
export type {
  Account,
  Address,
  ChangeableOptions,
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
  Session,
  State,
  Theme,
} from './types.js'
