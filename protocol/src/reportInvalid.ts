import { errorText } from './errors.js'

type Validators = Readonly<Record<string, ((params: unknown) => unknown) | undefined>>

/**
 * Wraps parsers so that they also report what they refuse. The Bridge answers such a message with -32602; without this, nobody on this side would know.
 *
 * @param tell called with one sentence for each refused message
 * @example
 * const validate = reportInvalid({ close: (params: unknown) => params }, (message) => console.warn(message))
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
