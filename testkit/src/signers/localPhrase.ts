/** The phrase that local chains fund. It is public: never send anything of value to its accounts. */
export const localPhrase = 'test test test test test test test test test test test junk'
