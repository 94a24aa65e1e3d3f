import type { OauthProvider } from '@latchkey/protocol'
import { z } from 'zod'

/** What is kept of a user at a provider. No token of theirs is. */
export type ProviderUser = { readonly subject: string; readonly label: string; readonly contact: string | null }

type Common = {
  readonly scope: string
  /** How the answer comes back; Apple posts it when it is asked for the name or address. */
  readonly responseMode?: 'form_post'
  /** Adds to the authorization request. */
  readonly extra?: Readonly<Record<string, string>>
}

/** A provider of sign-ins: everything that differs between them. */
export type ProviderRecord = Common &
  (
    | {
        /** OpenID Connect: identity by the id_token. */
        readonly kind: 'oidc'
        readonly issuer: string
        /** What it signs its id_tokens with. */
        readonly algorithms: readonly string[]
      }
    | {
        /** OAuth 2: identity by the provider's own user endpoint. */
        readonly kind: 'oauth2'
        /** `iss` of its answers, where it sends one (RFC 9207). */
        readonly issuer: string
        readonly authorizationUrl: string
        readonly tokenUrl: string
        readonly userUrl: string
        /** Adds to the request for a step-up, where the provider can be asked to prove its user anew. */
        readonly again?: Readonly<Record<string, string>>
        /** Reads what the user endpoint answers. Throws when it has another form. */
        readonly read: (body: unknown) => ProviderUser
      }
  )

const id = z.union([z.string().min(1).max(255), z.number().int().positive()]).transform(String)
const name = z.string().min(1).max(200)

/** Reads a user endpoint's answer by a schema. Their e-mail addresses are not asked for: nothing here needs them. */
const reader =
  <T>(schema: z.ZodType<T>, user: (value: T) => { subject: string; label: string }) =>
  (body: unknown): ProviderUser => ({ ...user(schema.parse(body)), contact: null })

/** The providers, with the endpoints that they publish. */
export const providers: Readonly<Record<OauthProvider, ProviderRecord>> = {
  google: {
    kind: 'oidc',
    issuer: 'https://accounts.google.com',
    algorithms: ['RS256'],
    scope: 'openid email profile',
    extra: { prompt: 'select_account' },
  },
  apple: { kind: 'oidc', issuer: 'https://appleid.apple.com', algorithms: ['RS256'], scope: 'openid email', responseMode: 'form_post' },
  github: {
    kind: 'oauth2',
    issuer: 'https://github.com/login/oauth',
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userUrl: 'https://api.github.com/user',
    scope: 'read:user',
    read: reader(z.object({ id, login: name }), (user) => ({ subject: user.id, label: user.login })),
  },
  x: {
    kind: 'oauth2',
    issuer: 'https://x.com',
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    userUrl: 'https://api.x.com/2/users/me',
    scope: 'users.read tweet.read',
    read: reader(z.object({ data: z.object({ id, username: name }) }), ({ data }) => ({ subject: data.id, label: `@${data.username}` })),
  },
  discord: {
    kind: 'oauth2',
    issuer: 'https://discord.com',
    authorizationUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    userUrl: 'https://discord.com/api/users/@me',
    scope: 'identify',
    read: reader(z.object({ id, username: name }), (user) => ({ subject: user.id, label: user.username })),
  },
  facebook: {
    kind: 'oauth2',
    issuer: 'https://www.facebook.com',
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userUrl: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    scope: 'public_profile',
    again: { auth_type: 'reauthenticate' },
    read: reader(z.object({ id, name }), (user) => ({ subject: user.id, label: user.name })),
  },
}
