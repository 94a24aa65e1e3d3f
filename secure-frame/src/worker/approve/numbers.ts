/* Numbers as users type them. */

/** Arabic and Persian digits, and their decimal sign, are what some keyboards write. */
const latin = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/[,\u066b]/, '.')

/** A decimal number in one form; undefined for anything else. */
export function decimalOf(text: string): string | undefined {
  const [, whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?$/.exec(latin(text.trim())) ?? []
  const [left, right] = [whole.replace(/^0+/, ''), fraction.replace(/0+$/, '')]
  return whole || fraction ? `${left || '0'}${right && `.${right}`}` : undefined
}

/** The digits in a text, such as a code's, in any of those scripts. */
export const digitsOf = (text: string): string => latin(text).replace(/\D/g, '')
