/**
 * Why a client may not connect. The reasons are the ones that clients of the public relay already know how to read, so that the same code
 * tells a wrong project from a wrong clock on both.
 */
export class RelayRefusal extends Error {
  override readonly name = 'RelayRefusal'
  readonly status: 401 | 403 | 503
  constructor(status: 401 | 403 | 503, reason: string) {
    super(reason)
    this.status = status
  }
}

export const invalidProject = 'Unauthorized: invalid key'
export const invalidToken = 'JWT validation error: JWT Token is invalid'
export const wrongAudience = 'JWT validation error: JWT Token has an invalid audience'
export const expiredToken = 'JWT validation error: JWT Token is expired'
export const earlyToken = 'JWT validation error: JWT Token is not yet valid'
export const tooManyClients = 'Too many clients'
