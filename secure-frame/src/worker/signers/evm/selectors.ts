import { type AbiFunction, type AbiParameter, decodeAbiParameters, parseAbi, slice, toFunctionSelector } from 'viem'

/** What a function's arguments are read into; undefined for arguments that it cannot say anything about. */
export type Reader<T> = (args: readonly unknown[]) => T | undefined

/** Finds functions by the first four bytes of a call. The same four bytes may be of one function only. */
export function bySelector<T>(
  table: Readonly<Record<string, T>>,
): (data: `0x${string}`) => { name: string; args: readonly unknown[]; entry: T } | null {
  const found = new Map(
    Object.entries(table).map(([signature, entry]) => {
      const [item] = parseAbi([`function ${signature}`] as readonly string[]) as readonly AbiFunction[]
      if (!item) throw new Error(signature)
      return [toFunctionSelector(item), { item, entry }] as const
    }),
  )
  return (data) => {
    const match = found.get(data.slice(0, 10).toLowerCase() as `0x${string}`)
    if (!match) return null
    try {
      const { item, entry } = match
      const inputs: readonly AbiParameter[] = item.inputs
      const args = inputs.length === 0 ? [] : decodeAbiParameters(inputs, slice(data, 4))
      return { name: item.name, args: args as readonly unknown[], entry }
    } catch {
      return null
    }
  }
}
