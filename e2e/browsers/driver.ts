/*
 * What the flows need of a browser, and no more: three engines do it over three protocols. Whatever can be said in terms of these few calls is
 * written once, in `screen.ts`.
 */

export const engineNames = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

/** Selectors of the iframes that lead from a tab's page to a document; none: the page itself. */
export type FramePath = readonly string[]

export type Tab = {
  /** Goes to an address, and waits until it has loaded. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  url(): Promise<string>
  /**
   * Runs a function in a document. It is serialised: it sees its argument alone. What it answers passes as JSON, once a promise has settled.
   *
   * @throws Error when the document is not there, or with what the function threw
   */
  evaluate<Value, Argument>(frames: FramePath, work: (argument: Argument) => Value | Promise<Value>, argument: Argument): Promise<Value>
  /** The pointer as a hand moves it: from point to point, in CSS px of the tab's viewport. What is typed goes to where the presses before it led the focus. */
  pointer(steps: readonly PointerStep[]): Promise<void>
  /** Types into whatever has the focus in a document. A {@link Key} in the list is pressed. */
  type(frames: FramePath, text: string | readonly Key[]): Promise<void>
  /** PNG of what the tab shows. */
  screenshot(): Promise<Buffer>
  /** The window's viewport, in CSS px, as nearly as the engine allows. */
  resize(width: number, height: number): Promise<void>
  toFront(): Promise<void>
  isClosed(): Promise<boolean>
  close(): Promise<void>
}

/** `wait` is in milliseconds. */
export type PointerStep =
  | { readonly move: { readonly x: number; readonly y: number } }
  | 'down'
  | 'up'
  | { readonly wait: number }
  | { readonly type: string }

/** Code points of WebDriver's table of keys: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', Space: ' ' } as const
export type Key = keyof typeof keys

export type Engine = {
  readonly name: EngineName
  /** As the browser says it, for example `153.7`. */
  readonly version: string
  /** Consoles' errors and warnings, and uncaught errors, of every document since the start. */
  problems(): readonly string[]
  /**
   * Bytes that its programs hold, after what is no longer used was thrown away, as far as the engine can be told to. A page's own part, or all of it.
   */
  memory(): Promise<number>
  /** Milliseconds that the focus must have rested before an approval counts: reading a frame's document may move it (WebDriver's frame switching). */
  readonly rest: number
  /** Every open tab and window, the oldest first. */
  tabs(): Promise<readonly Tab[]>
  newTab(): Promise<Tab>
  close(): Promise<void>
}

/**
 * How storage of frames from other sites is treated. `default`: as the engine ships. `denied`: it keeps nothing for them. `private`: a private window.
 */
export type StorageChoice = 'default' | 'denied' | 'private'

export type StartOptions = {
  readonly storage: StorageChoice
  /** A folder for what outlives the browser; without one, each start is that of a new computer. WebKit's small browser keeps nothing in either case. */
  readonly profile?: string
  /** What it says it is. */
  readonly userAgent?: string
  /** `resize` changes the window itself, as a user does. Chromium alone needs to be told: it plays a size otherwise. */
  readonly realWindow?: boolean
}

export type StartEngine = (options: StartOptions) => Promise<Engine>
