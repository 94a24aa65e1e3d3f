/** Whether PostgreSQL can hold a text: it has no place for NUL, nor for half of a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)
