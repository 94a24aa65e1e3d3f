/**
 * Takes the place of `@walletconnect/keyvaluestorage` in the built dialog. The original reads the browser's storage while it loads, which
 * throws in a frame whose storage is denied, and would take the whole client with it. We always give the client our own store, so nothing
 * may ever come here.
 */
class LibraryStorage {
  constructor() {
    throw new Error('The WalletConnect client was started without a storage')
  }
}

// biome-ignore lint/style/noDefaultExport: the library imports the original's default.
export default LibraryStorage
