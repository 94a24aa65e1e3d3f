import { type AccountErrorCode, accountErrors } from '@latchkey/protocol/schemas/account'

/** A refusal. The caller gets its code and its fixed sentence only. */
export class AccountError extends Error {
  override readonly name = 'AccountError'
  readonly code: AccountErrorCode
  readonly status: number
  /** Seconds. */
  readonly retryAfter: number | undefined
  readonly data: Readonly<Record<string, number>> | undefined

  constructor(code: AccountErrorCode, more: { readonly retryAfter?: number; readonly data?: Readonly<Record<string, number>> } = {}) {
    const [status, sentence] = accountErrors[code]
    super(sentence.replace('{n}', String(more.retryAfter ?? 0)))
    this.code = code
    this.status = status
    this.retryAfter = more.retryAfter
    this.data = more.data
  }
}
