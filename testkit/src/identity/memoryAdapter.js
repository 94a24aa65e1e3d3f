/**
 * The identity provider's storage: of this process alone, because nobody's login here has to outlive it.
 *
 * @returns makes the adapter of one of the library's models
 */
export function memoryAdapter() {
  /** @type {Map<string, { payload: Record<string, unknown>, endsAt: number }>} */
  const values = new Map()
  const living = (/** @type {string} */ key) => {
    const found = values.get(key)
    if (found && found.endsAt > Date.now()) return found.payload
    values.delete(key)
    return undefined
  }
  const where = (/** @type {string} */ model, /** @type {string} */ name, /** @type {unknown} */ value) => {
    for (const key of values.keys()) {
      const payload = key.startsWith(`${model}:`) ? living(key) : undefined
      if (payload?.[name] === value) return payload
    }
    return undefined
  }
  return (/** @type {string} */ model) => ({
    upsert: async (/** @type {string} */ id, /** @type {Record<string, unknown>} */ payload, /** @type {number} */ expiresIn) => {
      for (const key of values.keys()) living(key)
      values.set(`${model}:${id}`, { payload, endsAt: expiresIn ? Date.now() + expiresIn * 1_000 : Number.POSITIVE_INFINITY })
    },
    find: async (/** @type {string} */ id) => living(`${model}:${id}`),
    findByUid: async (/** @type {string} */ uid) => where(model, 'uid', uid),
    findByUserCode: async (/** @type {string} */ code) => where(model, 'userCode', code),
    consume: async (/** @type {string} */ id) => {
      const payload = living(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
    },
    destroy: async (/** @type {string} */ id) => void values.delete(`${model}:${id}`),
    revokeByGrantId: async (/** @type {string} */ grantId) => {
      for (const [key, { payload }] of values) if (payload.grantId === grantId) values.delete(key)
    },
  })
}
