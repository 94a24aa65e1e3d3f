/** What is wrong with a stored wallet. Never says what was inside. */
export type VaultFault =
  /** Something does not open, or does not belong together: changed, mixed up, or the wrong key. */
  | 'damaged'
  /** Older than what this device has seen. */
  | 'rollback'
  /** The recovery code's form or checksum. */
  | 'code'

/** A stored wallet that must not be used. */
export class VaultError extends Error {
  override readonly name: string = 'VaultError'
  readonly fault: VaultFault
  constructor(fault: VaultFault, message: string) {
    super(message)
    this.fault = fault
  }
}
