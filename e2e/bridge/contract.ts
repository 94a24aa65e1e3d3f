import type { WireError } from '@latchkey/protocol'

/** What the frame of these tests offers its page. */
export type FrameApi = {
  echo(params: unknown): unknown
  /** Answers with this error. */
  fail(params: WireError): never
  /** Answers with something that structured clone refuses. */
  uncloneable(params: { as: 'value' | 'data' }): unknown
  /** Settles when aborted, with what the frame decides. */
  wait(params: { id: string; onAbort: 'reject' | 'answer' }): string
  /** Never settles. */
  never(params: { id?: string }): void
  /** Answers only in a document that was reloaded at least `after` times. */
  reloaded(params: { after: number }): string
  /** A string of that many characters. */
  large(params: { characters: number }): string
  /** `validate` accepts numbers only. */
  double(params: number): number
  abort(params: { id: string }): void
}

/** What the page offers its frame. */
export type PageApi = {
  hello(params: { epoch: string }): { loads: number }
  /** The frame tells what reached it. */
  seen(params: string): void
  never(params: { id: string }): void
  abort(params: { id: string }): void
}
