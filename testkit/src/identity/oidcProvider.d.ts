/** The part of the library's interface that the local identity provider uses. The package itself has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  class Prompt {
    constructor(info: { name: string; requestable: boolean })
  }
  export const interactionPolicy: {
    Prompt: typeof Prompt
    base(): { add(prompt: Prompt, index: number): void }
  }

  class Grant {
    constructor(properties: { accountId: string; clientId: string })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  type Settings = {
    readonly renderError: (context: { type: string; body: string }, failure: { error: string; error_description?: string }) => void
    readonly findAccount: (context: unknown, subject: string) => { accountId: string; claims: () => object }
    readonly interactions: { policy: unknown; url: (context: unknown, interaction: { uid: string }) => string }
    readonly [name: string]: unknown
  }

  class Provider {
    constructor(issuer: string, settings: Settings)
    readonly Grant: typeof Grant
    readonly AccessToken: { find(token: string): Promise<{ accountId?: string; clientId?: string } | undefined> }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ params: Record<string, unknown> }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  export { Provider as default }
}
