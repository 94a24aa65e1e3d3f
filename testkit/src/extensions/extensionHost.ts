type Source = { readonly frame: { url(): string } }
type ExtensionPage = { url(): string; evaluate<Value, Argument>(work: (argument: Argument) => Value, argument: Argument): Promise<unknown> }

/** What an extension needs of a browser. Playwright's `BrowserContext` is one; of other browsers, whoever serves the pages can be. */
export type ExtensionHost = {
  /** Gives every page a function that is answered here. */
  // biome-ignore lint/suspicious/noExplicitAny: what a page calls it with; each extension says what it takes
  exposeBinding(name: string, answer: (source: Source, ...values: any[]) => unknown): Promise<unknown>
  /** Runs a function in every page before the page's own scripts. It is serialised. */
  addInitScript<Argument>(script: (argument: Argument) => void, argument: Argument): Promise<unknown>
  /** Those that are open now. */
  pages(): readonly ExtensionPage[]
}
