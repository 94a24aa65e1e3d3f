/**
 * Imports a part whose code is fetched when it is needed. A failed request is repeated once.
 *
 * @param load the `import()`
 */
export const fetchCode = <T>(load: () => Promise<T>): Promise<T> => load().catch(load)
