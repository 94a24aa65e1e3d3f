/** Reasons that `GET /projects/v1/origins` raises. */

export const rateLimited = 'RATE_LIMITED'
export const serverError = 'SERVER_ERROR'
