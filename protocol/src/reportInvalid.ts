import { errorText } from './errors.js'

type Validators = Readonly<Record<string, ((params: unknown) => unknown) | undefined>>

/**
 * The same parsers, which also tell what they refuse. The Bridge answers such a message with -32602; without this nobody on this side would know.
 *
 * @param tell hears one sentence per refused message
 */
export function reportInvalid<V extends Validators>(validators: V, tell: (message: string) => void): V {
  const watched = Object.entries(validators).map(([method, parse]) => [
    method,
    (params: unknown) => {
      try {
        return parse?.(params)
      } catch (error) {
        tell(`A message "${method}" of the other frame is not what it should be: ${errorText(error)}`)
        throw error
      }
    },
  ])
  return Object.fromEntries(watched) as V
}
