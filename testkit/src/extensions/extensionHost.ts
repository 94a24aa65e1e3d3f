type Source = { readonly frame: { url(): string } }
// biome-ignore-start lint/suspicious/noExplicitAny: what crosses into a page is serialised; each extension says what it takes
type ExtensionPage = { url(): string; evaluate(work: (argument: any) => unknown, argument: any): Promise<unknown> }

/** What an extension needs of a browser. Playwright's `BrowserContext` is one; of other browsers, whoever serves the pages can be. */
export type ExtensionHost = {
  /** Gives every page a function that is answered here. */
  exposeBinding(name: string, answer: (source: Source, ...values: any[]) => unknown): Promise<unknown>
  /** Runs a function in every page before the page's own scripts. It is serialised. */
  addInitScript(script: (argument: any) => void, argument: any): Promise<unknown>
  /** Those that are open now. */
  pages(): readonly ExtensionPage[]
}
// biome-ignore-end lint/suspicious/noExplicitAny: see above
